// launch: k<<<2, 128>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float s[4][32];
  int lane = threadIdx.x & 31, w = threadIdx.x >> 5, i = blockIdx.x * 128 + threadIdx.x;
  float (&mine)[32] = s[w];
  float sum = 0;
  for (int r = 0; r < 4; ++r) {
    mine[(lane + r) & 31] = in[i] + r;
    __syncwarp();
    sum += mine[lane ^ r];
    __syncwarp();
  }
  out[i] = sum;
}
