// launch: k<<<2, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, l = t & 31, w = t & ~31;
  s[t] = in[blockIdx.x * 64 + t];
  __syncwarp();
  for (int d = 16; d > 0; d >>= 1) {
    int v = 0;
    if (l < d) v = s[w + l + d];
    __syncwarp();
    if (l < d) s[w + l] += v;
    __syncwarp();
  }
  if (l == 0) out[blockIdx.x * 2 + t / 32] = s[w];
}
