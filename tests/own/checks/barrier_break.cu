// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = 0;
  s[t] = in[t];
  for (int i = 0; i < 8; ++i) {
    __syncthreads();  // expect divergent_barrier
    v += s[t ^ 1] * 0 + 1;
    if (v > t) break;
  }
  out[t] = v;
}
