// Virtual functions: single, multiple and virtual inheritance, thunks, covariant results, pure calls, member pointers.
extern "C" int printf(const char *, ...);
struct Shape { virtual int area() const = 0; virtual const char *name() const { return "shape"; } virtual ~Shape() {} int id = 7; };
struct Named { virtual int tag() const { return 1; } virtual Named *self() { return this; } int n = 3; };
struct Square : Shape, Named { int s; explicit Square(int v) : s(v) {} int area() const override { return s * s; } const char *name() const override { return "square"; } int tag() const override { return s + n; } Square *self() override { return this; } };
struct Rect : Shape { int w, h; Rect(int a, int b) : w(a), h(b) {} int area() const override { return w * h; } };
struct Base { int b = 1; virtual int get() { return b; } };
struct L : virtual Base { int l = 2; int get() override { return b * 10 + l; } };
struct R : virtual Base { int r = 3; };
struct D : L, R { int d = 4; int get() override { return L::get() * 10 + r * 5 + d; } };
struct Multi { int f(int x) { return x + k; } int g(int x) { return x * k; } virtual int v(int x) { return x - k; } int k = 6; };
__attribute__((noinline)) static int total(Shape *const *s, int n) { int t = 0; for (int i = 0; i < n; i++) t += s[i]->area() + s[i]->id; return t; }
__attribute__((noinline)) static int call(Multi *m, int (Multi::*p)(int), int x) { return (m->*p)(x); }
__attribute__((noinline)) static int through(Base *b) { return b->get(); }
__attribute__((noinline)) static int named(Named *n) { return n->tag() * 100 + n->self()->n; }
int main() {
    Square q(5), q2(3);
    Rect r(2, 9);
    Shape *list[] = {&q, &r, &q2};
    D d;
    Multi m;
    int Multi::*data = &Multi::k;
    printf("%d %s %s %d\n", total(list, 3), list[0]->name(), list[1]->name(), named(&q));
    printf("%d %d %d %d %d\n", through(&d), static_cast<L &>(d).get(), call(&m, &Multi::f, 4), call(&m, &Multi::g, 4), call(&m, &Multi::v, 4) + m.*data);
    return 0;
}
extern "C" void __cxa_pure_virtual() { __builtin_trap(); }
void operator delete(void *, unsigned long) noexcept {}
void operator delete(void *) noexcept {}
// The tables of run-time type information are not wanted: -fno-rtti.
