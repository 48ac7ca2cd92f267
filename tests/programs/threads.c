// Threads: thread-local variables of several kinds, atomics contended by four threads, a spin lock, a mutex.
#include <pthread.h>
#include <stdio.h>
static __thread int zero;
static __thread long init = 42;
__thread signed char shared_tls[100] = "tls string";
static __thread struct { double d; int a[3]; } agg = {1.5, {1, 2, 3}};
static int count, plain, spun;
static signed char lock, byte_count;
static short half_count;
static long long wide_max;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long results[4];
__attribute__((noinline)) static int *addr(void) { return &zero; }
static void *work(void *arg) {
    long id = (long)arg;
    for (int i = 0; i < 2000; i++) {
        zero++, init += id, agg.a[i % 3] += i, agg.d += 0.5, shared_tls[i % 10]++;
        (*addr())++;
        __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&byte_count, 1, __ATOMIC_RELAXED);
        __atomic_fetch_add(&half_count, 3, __ATOMIC_RELAXED);
        long long v = id * 1000 + i, old = __atomic_load_n(&wide_max, __ATOMIC_RELAXED);
        while (v > old && !__atomic_compare_exchange_n(&wide_max, &old, v, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED)) ;
        if (i % 20 == 0) {
            while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE)) ;
            spun++;
            __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
            pthread_mutex_lock(&mutex), plain++, pthread_mutex_unlock(&mutex);
        }
    }
    results[id] = zero + init + agg.a[0] + (long)agg.d + shared_tls[3];
    return (void *)(id * 2);
}
int main(void) {
    pthread_t t[4];
    long sum = 0;
    for (long i = 0; i < 4; i++) if (pthread_create(&t[i], 0, work, (void *)i)) return 1;
    for (int i = 0; i < 4; i++) { void *r; pthread_join(t[i], &r); sum += (long)r; }
    printf("%d %d %d %d %d %lld %ld\n", count, byte_count, half_count, plain, spun, wide_max, sum);
    for (int i = 0; i < 4; i++) printf("%ld ", results[i]);
    printf("%d %ld %s\n", zero, init, (char *)shared_tls);
    return 0;
}
