__device__ __noinline__ void publish(float* s, float v) {
  s[threadIdx.x] = v;
  __syncthreads();  // expect divergent_barrier
}
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float s[64];
  if (threadIdx.x < 40) publish(s, in[threadIdx.x]);
  if (threadIdx.x < 20) out[threadIdx.x] = s[threadIdx.x + 1];
}
