// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int a[64];
  if (threadIdx.x < 63) a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[63 - threadIdx.x];  // expect uninitialized_read: thread 0
}
