// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  for (int i = 0; i < (threadIdx.x < 32 ? 2 : 3); i++) {
    out[threadIdx.x] += i;
    __syncthreads();  // warp 0 ends earlier -> legal? exited
  }
}
