// launch: k<<<1, 8>>>(in, out)
// in: float[64] = i
// out: float[32]
__global__ void k(const float* in, float* out) {
  float4 v = *(const float4*)(in + 1 + threadIdx.x * 4);
  ((float4*)out)[threadIdx.x] = v;  // expect misaligned
}
