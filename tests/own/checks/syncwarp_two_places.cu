// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  if (t < 16) {
    s[t] = in[t];
    __syncwarp();
    out[t] = s[31 - t];
  } else {
    s[t] = in[t] * 2;
    __syncwarp();
    out[t] = s[31 - t];
  }
}
