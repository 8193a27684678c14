// launch: k<<<1, 128>>>(in, out)
// in: unsigned[128] = (i * 73 + 5) % 128
__global__ void k(const unsigned* in, unsigned* out) {
  __shared__ unsigned keys[2][128];
  __shared__ unsigned zeros[4];
  int t = threadIdx.x, lane = t % 32, w = t / 32, now = 0;
  keys[0][t] = in[t];
  __syncthreads();
  for (int bit = 0; bit < 7; ++bit, now ^= 1) {
    unsigned key = keys[now][t];
    unsigned ones = __ballot_sync(~0u, key >> bit & 1);
    if (lane == 0) zeros[w] = 32 - __popc(ones);
    __syncthreads();
    unsigned before = 0, all = 0;
    for (int i = 0; i < 4; ++i) {
      if (i < w) before += zeros[i];
      all += zeros[i];
    }
    unsigned below = (1u << lane) - 1, myzero = before + __popc(~ones & below);
    unsigned at = key >> bit & 1 ? all + t - myzero : myzero;
    keys[now ^ 1][at] = key;
    __syncthreads();
  }
  out[t] = keys[now][t];
}
