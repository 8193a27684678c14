// launch: k<<<1, 8>>>(in, out)
// in: float[64]
__global__ void k(const float* in, float4* out) {
  __shared__ __align__(16) float a[30];
  __shared__ __align__(16) float b[32];
  for (int i = threadIdx.x; i < 30; i += 8) a[i] = in[i];
  for (int i = threadIdx.x; i < 32; i += 8) b[i] = in[i];
  __syncthreads();
  float4 v = reinterpret_cast<float4*>(a)[threadIdx.x];  // expect out_of_bounds: the last two floats
  out[threadIdx.x] = v;
  out[threadIdx.x].x += b[threadIdx.x];
}
