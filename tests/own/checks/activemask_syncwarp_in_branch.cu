// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  int t = threadIdx.x, v = 0;
  s[t] = in[t];
  __syncwarp();
  if (t % 3 != 0) {
    unsigned m = __ballot_sync(0xffffffffu & __activemask(), 1);
    s[t] *= 2;
    __syncwarp(m);
    int other = t % 3 == 1 ? t + 1 : t - 1;
    if (other / 32 == t / 32) v = s[other];
    __syncwarp(m);
    s[t] = v;
  }
  __syncthreads();
  out[t] = s[t ^ 1];
}
