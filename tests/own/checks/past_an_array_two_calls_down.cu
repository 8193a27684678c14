__device__ __noinline__ void put(int* p, int i, int v) {
  p[i] = v;  // expect out_of_bounds
}
__device__ __noinline__ void put2(int v, int i, int* p) { put(p + 2, i, v); }
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[34];
  b[threadIdx.x] = 7;
  if (threadIdx.x < 2) b[threadIdx.x + 32] = 7;
  __syncthreads();
  put2(threadIdx.x, threadIdx.x, b);
  __syncthreads();
  put2(threadIdx.x, threadIdx.x - 2, a);
  __syncthreads();
  put2(threadIdx.x, threadIdx.x, a);
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
