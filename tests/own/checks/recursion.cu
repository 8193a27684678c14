// launch: k<<<1, 16>>>(in, out)
__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(const int* in, int* out) { out[threadIdx.x] = fib(in[threadIdx.x] & 7); }
