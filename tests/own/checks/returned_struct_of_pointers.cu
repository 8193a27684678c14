struct Two { int *x, *y; };
__device__ __noinline__ Two halves(int* p, int* q, int n) { return {p + n, q - n}; }
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  int t = threadIdx.x;
  a[t] = 1; b[t] = 2;
  __syncthreads();
  Two h = halves(a, b, 1);
  out[t] = h.x[t]        // expect out_of_bounds
         + h.y[t];       // expect out_of_bounds
}
