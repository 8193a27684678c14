// launch: k<<<1, 64>>>(in, out)
// Halves of a warp go their own ways, each with its mask and its own half of the array.
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, lane = t % 32, base = t & ~15, l = t & 15;
  unsigned mask = lane < 16 ? 0xffffu : 0xffff0000u;
  s[t] = in[t];
  if (lane < 16) {
    for (int d = 8; d; d /= 2) {
      __syncwarp(0xffffu);
      if (l < d) s[base + l] += s[base + l + d];
    }
  } else {
    for (int d = 1; d < 16; d *= 2) {
      __syncwarp(mask);
      int v = l >= d ? s[base + l - d] : 0;
      __syncwarp(mask);
      s[base + l] += v;
    }
  }
  __syncwarp(mask);
  out[t] = s[base + (lane < 16 ? 0 : 15 - l)];
}
