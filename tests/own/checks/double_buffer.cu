// launch: k<<<2, 64>>>(in, out)
// in: float[512] = i
// out: float[128]
__global__ void k(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x, b = blockIdx.x * 256;
  s[0][t] = in[b + t];
  __syncthreads();
  float acc = 0;
  for (int i = 0; i < 4; i++) {
    if (i < 3) s[(i + 1) & 1][t] = in[b + (i + 1) * 64 + t];
    acc += s[i & 1][63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = acc;
}
