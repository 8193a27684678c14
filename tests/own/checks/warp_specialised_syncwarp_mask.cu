// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncwarp();
  int v;
  if (t < 16) {
    s[t] += 1;
    __syncwarp(0xffff);
    v = s[15 - t];
  } else {
    s[t] += 2;
    __syncwarp(0xffff0000u);
    v = s[47 - t];
  }
  __syncwarp();
  out[t] = v;
}
