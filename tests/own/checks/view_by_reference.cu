struct View { const int* p; int n; };
__device__ __noinline__ int get(const View& v, int i) {
  return v.p[i];  // expect out_of_bounds: one past a, into b
}
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1; b[threadIdx.x] = 2;
  __syncthreads();
  View v{a, 32};
  out[threadIdx.x] = get(v, threadIdx.x + 1) + b[threadIdx.x ^ 1];
}
