__device__ __noinline__ int* forward(int* p, int n) { return n == 0 ? p : forward(p + 1, n - 1); }
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = b[threadIdx.x ^ 1] + forward(a, 3)[threadIdx.x];  // expect out_of_bounds
}
