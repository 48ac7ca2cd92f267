// Static initialisation in C++: global constructors in order, constant data, local statics with guards, references.
extern "C" int printf(const char *, ...);
extern "C" int __cxa_guard_acquire(char *g) { return !*g; }
extern "C" void __cxa_guard_release(char *g) { *g = 1; }
static int order;
struct Log { int at; explicit Log(int k) : at(order = order * 10 + k) {} int get() const { return at; } };
static Log one(1), two(2);
struct Pair { int a, b; constexpr Pair(int x, int y) : a(x), b(y) {} int sum() const { return a + b; } };
constexpr Pair fixed(3, 4);
static const Pair dynamic(one.get(), two.get());
static int &ref = order;
static int compute() { static int calls = 0; return ++calls; }
__attribute__((noinline)) static int twice(int x) { return order >= 0 ? x * 2 : 0; }
static const int table[] = {compute(), compute(), compute() * 10, 7};
__attribute__((noinline)) static Log &lazy() { static Log l(9); return l; }
template <class T> struct Single { static T value; };
template <class T> T Single<T>::value = T(twice(50));
namespace { struct Anon { int v = compute() * 1000; } anon; }
inline int shared = twice(25);
union Bits { float f; unsigned u; constexpr Bits(float x) : f(x) {} };
static Bits bits(1.5f);
int main() {
    int before = order, l1 = lazy().get(), l2 = lazy().get();
    printf("%d %d %d %d %d %d\n", before, l1, l2, ref, fixed.sum(), dynamic.sum());
    printf("%d %d %d %d %d %d %d %x\n", table[0], table[1], table[2], table[3], Single<int>::value, anon.v, shared, bits.u);
    return 0;
}
