// Templates: a vector, an optional, a variant-like union, folds, constant evaluation, lambdas, move semantics, operators.
extern "C" int printf(const char *, ...);
extern "C" void *malloc(unsigned long);
extern "C" void free(void *);
inline void *operator new(unsigned long, void *p) noexcept { return p; }
template <class T> T &&move(T &x) { return static_cast<T &&>(x); }
template <class T> class Vec {
    T *p = nullptr;
    unsigned n = 0, cap = 0;
  public:
    Vec() {}
    Vec(Vec &&o) : p(o.p), n(o.n), cap(o.cap) { o.p = nullptr, o.n = o.cap = 0; }
    ~Vec() { for (unsigned i = 0; i < n; i++) p[i].~T(); free(p); }
    void push(T v) { if (n == cap) { cap = cap ? cap * 2 : 2; T *q = static_cast<T *>(malloc(cap * sizeof(T))); for (unsigned i = 0; i < n; i++) new (q + i) T(move(p[i])), p[i].~T(); free(p); p = q; } new (p + n++) T(move(v)); }
    T &operator[](unsigned i) { return p[i]; }
    T *begin() { return p; }
    T *end() { return p + n; }
    unsigned size() const { return n; }
};
static int alive;
struct Count { int v; Count(int x) : v(x) { alive++; } Count(Count &&o) : v(o.v) { alive++; } Count(const Count &o) : v(o.v) { alive++; } ~Count() { alive--; } };
template <int N> struct Fib { static constexpr long v = Fib<N - 1>::v + Fib<N - 2>::v; };
template <> struct Fib<0> { static constexpr long v = 0; };
template <> struct Fib<1> { static constexpr long v = 1; };
template <class... A> long sum(A... a) { return (0 + ... + static_cast<long>(a)); }
template <class F> __attribute__((noinline)) int apply(F f, int n) { int t = 0; for (int i = 0; i < n; i++) t += f(i); return t; }
template <class T, unsigned N> struct Mat { T a[N][N]; Mat operator*(const Mat &o) const { Mat r{}; for (unsigned i = 0; i < N; i++) for (unsigned j = 0; j < N; j++) for (unsigned k = 0; k < N; k++) r.a[i][j] += a[i][k] * o.a[k][j]; return r; } };
struct Fixed { int raw; friend Fixed operator+(Fixed a, Fixed b) { return {a.raw + b.raw}; } friend Fixed operator*(Fixed a, Fixed b) { return {static_cast<int>((static_cast<long long>(a.raw) * b.raw) >> 8)}; } explicit operator double() const { return raw / 256.0; } };
template <class T> struct Opt { bool has = false; T v{}; Opt() {} Opt(T x) : has(true), v(x) {} template <class F> Opt map(F f) const { return has ? Opt(f(v)) : Opt(); } T or_else(T d) const { return has ? v : d; } };
constexpr unsigned hash(const char *s) { unsigned h = 5381; while (*s) h = h * 33 + static_cast<unsigned char>(*s++); return h; }
enum class Op : unsigned char { Add, Mul };
struct List { int v; List *next; };
int main() {
    {
        Vec<Count> v;
        for (int i = 0; i < 10; i++) v.push(Count(i * i));
        Vec<Count> w(move(v));
        int t = 0;
        for (Count &c : w) t += c.v;
        printf("%d %u %u %d\n", t, w.size(), v.size(), alive);
    }
    int k = 3, calls = 0;
    int a = apply([=](int x) { return x * k; }, 10), b = apply([&](int x) { calls++; return x ^ k; }, 10);
    Mat<int, 3> m{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}, p = m * m * m;
    Mat<double, 2> d{{{0.5, 1}, {2, 3}}}, e = d * d;
    Fixed f = Fixed{300} * Fixed{512} + Fixed{128};
    Opt<int> o(5), none;
    static_assert(hash("abc") == 193485963u, "constant evaluation");
    printf("%d %ld %ld %d %d %d %d %.2f %.3f\n", alive, Fib<40>::v, sum(1, 2L, 3.7, 'a'), a, b, calls, p.a[2][1], e.a[1][0], static_cast<double>(f));
    printf("%d %d %u\n", o.map([](int x) { return x * 7; }).or_else(-1), none.map([](int x) { return x; }).or_else(-1), hash("constant"));
    return 0;
}
