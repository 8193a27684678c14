// launch: k<<<2, 96>>>(in, out)
// in: int[192] = (i * 31 + 7) % 96
__global__ void k(const int* in, int* out) {
  __shared__ int s[96];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 96 + t];
  int phase = 0, changed, quiet = 0;
  __syncthreads();
  do {
    changed = 0;
    int i = 2 * t + phase;
    if (i + 1 < 96 && s[i] > s[i + 1]) {
      int h = s[i];
      s[i] = s[i + 1];
      s[i + 1] = h;
      changed = 1;
    }
    phase ^= 1;
    quiet = __syncthreads_or(changed) ? 0 : quiet + 1;
  } while (quiet < 2);
  out[blockIdx.x * 96 + t] = s[t];
}
