__device__ __noinline__ int strided(const int* p, int n, int stride) {
  int s = 0;
  for (int i = threadIdx.x; i < n; i += stride) s += p[i];  // expect out_of_bounds
  return s;
}
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = strided(b, 32, 32) + strided(a, 33, 32);
}
