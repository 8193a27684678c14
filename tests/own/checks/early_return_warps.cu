// launch: k<<<1, 128>>>(out, 64)
__global__ void k(int* out, int n) {
  __shared__ int a[128];
  if (threadIdx.x >= n) return;
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[n - 1 - threadIdx.x];
}
