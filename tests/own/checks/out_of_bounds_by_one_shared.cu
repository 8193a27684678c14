// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32];
  a[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x + 1];  // expect out_of_bounds: thread 31
}
