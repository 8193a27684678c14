// launch: k<<<1, 4>>>(out)
__global__ void k(int* out) {
  __shared__ __align__(16) float a[14];
  __shared__ __align__(16) float b[16];
  for (int i = threadIdx.x; i < 16; i += 4) b[i] = 0;
  __syncthreads();
  ((float4*)a)[threadIdx.x] = make_float4(1, 2, 3, 4);  // expect out_of_bounds: thread 3
  __syncthreads();
  out[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}
