// launch: k<<<1, 64>>>(in, out)
// in: float[256]
__global__ void k(const float* in, float* out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  float sum = 0;
  for (int i = 0; i < 4; ++i) {
    s[i & 1][t] = in[i * 64 + t];
    __syncthreads();
    sum += s[(i + 1) & 1][63 - t];  // expect uninitialized_read: in the first turn
    __syncthreads();
  }
  out[t] = sum;
}
