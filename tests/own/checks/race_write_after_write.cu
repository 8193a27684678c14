// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int s;
  s = threadIdx.x;  // expect race
  __syncthreads();
  out[threadIdx.x] = s;
}
