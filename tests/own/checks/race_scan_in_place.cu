// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 1; d < 128; d *= 2) {
    if (t >= d) s[t] += s[t - d];  // expect race
    __syncthreads();
  }
  out[t] = s[t];
}
