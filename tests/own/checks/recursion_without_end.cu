// launch: k<<<1, 32>>>(in, out)
__device__ __noinline__ int f(volatile int* p, int n) {
  int local[16];
  for (int i = 0; i < 16; i++) local[i] = p[0] + n;
  int r = f(p, n + 1);  // expect stack_overflow
  for (int i = 0; i < 16; i++) r += local[i];
  return r;
}
__global__ void k(int* in, int* out) { out[threadIdx.x] = f(in, 0); }
