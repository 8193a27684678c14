// Device functions that call themselves and each other, one through a table of functions.
__device__ __noinline__ int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

struct Pair {
    long long low, high;
};

__device__ __noinline__ Pair fibonacci(int n)
{
    if (n == 0) return Pair{0, 1};
    Pair half = fibonacci(n / 2);
    long long even = half.low * (2 * half.high - half.low);
    long long odd = half.low * half.low + half.high * half.high;
    return n % 2 == 0 ? Pair{even, odd} : Pair{odd, even + odd};
}

__device__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 || is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n != 0 && is_even(n - 1); }

using Test = bool (*)(int);
__device__ Test tests[2] = {is_even, is_odd};

extern "C" __global__ void recursion(int *small, long long *large, unsigned char *flags)
{
    int i = threadIdx.x;
    small[i] = ackermann(2, i % 7);
    large[i] = fibonacci(i * 2).low;
    flags[i] = tests[i % 3 == 0](i);
}
