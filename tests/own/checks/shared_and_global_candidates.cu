// launch: k<<<1, 64>>>(in, out, 1)
__device__ __noinline__ float read(const float* p, int i) {
  return p[i];  // expect out_of_bounds: 40 of 40
}
__global__ void k(const float* in, float* out, int cached) {
  __shared__ float s[40];
  __shared__ float other[64];
  int t = threadIdx.x;
  if (t < 40) s[t] = in[t];
  other[t] = 1;
  __syncthreads();
  out[t] = read(cached ? s : in, t % 41) + other[63 - t];
}
