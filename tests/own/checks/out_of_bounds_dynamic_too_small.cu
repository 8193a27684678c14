// launch: k<<<1, 64, 128>>>(out)
__global__ void k(int* out) {
  extern __shared__ int buf[];
  buf[threadIdx.x] = threadIdx.x;  // expect out_of_bounds: from thread 32
  __syncthreads();
  out[threadIdx.x] = buf[threadIdx.x];  // expect out_of_bounds
}
