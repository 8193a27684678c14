// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  if (t < 16) {
    s[t] = 2 * in[t];
    __syncwarp(0x0000ffffu);
    out[t] = s[15 - t];
  } else {
    s[t] = 3 * in[t];
    __syncwarp(0xffff0000u);
    out[t] = s[31 - t];  // expect race: what the lower half writes
  }
}
