// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = in[t];
    __syncwarp(0xffff);
  } else {
    s[t] = in[t] * 2;
    __syncwarp(0xffff0000);
  }
  if (t & 1) out[t] = s[t];
  else out[t] = s[t ^ 16];  // expect race: the other half's is not waited for
}
