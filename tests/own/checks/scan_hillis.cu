// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[2][128];
  int t = threadIdx.x, p = 0;
  s[0][t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d <<= 1) {
    s[1 - p][t] = s[p][t] + (t >= d ? s[p][t - d] : 0);
    p = 1 - p;
    __syncthreads();
  }
  out[t] = s[p][t];
}
