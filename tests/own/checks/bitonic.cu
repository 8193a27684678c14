// launch: k<<<1, 64>>>(in, out)
// in: int[64] = (i * 37) % 64
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  unsigned t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (unsigned k2 = 2; k2 <= 64; k2 <<= 1)
    for (unsigned j = k2 / 2; j > 0; j >>= 1) {
      unsigned p = t ^ j;
      if (p > t) {
        if (((t & k2) == 0) == (s[t] > s[p])) {
          int x = s[t];
          s[t] = s[p];
          s[p] = x;
        }
      }
      __syncthreads();
    }
  out[t] = s[t];
}
