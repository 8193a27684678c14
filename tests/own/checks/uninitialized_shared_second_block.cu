// launch: k<<<2, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32];
  if (blockIdx.x == 0) a[threadIdx.x] = 5;
  __syncthreads();
  out[blockIdx.x * 32 + threadIdx.x] = a[threadIdx.x];  // expect uninitialized_read: block 1
}
