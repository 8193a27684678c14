// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32];
  __shared__ int b[32];
  a[threadIdx.x] = threadIdx.x;
  b[threadIdx.x] = 100;
  __syncthreads();
  int i = threadIdx.x * 2;
  out[threadIdx.x] = a[i] + b[threadIdx.x];  // expect out_of_bounds: lanes 16..31
}
