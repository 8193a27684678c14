// launch: k<<<1, dim3(16, 16)>>>(out)
__global__ void k(int* out) {
  __shared__ int t[16][16];
  t[threadIdx.y][threadIdx.x] = 0;
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = t[threadIdx.y][threadIdx.x + 1];  // expect out_of_bounds
}
