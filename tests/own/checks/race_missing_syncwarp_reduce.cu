// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x;
  s[t] = in[t];
  for (int d = 16; d > 0; d >>= 1)
    if (t < d) s[t] += s[t + d];  // expect race
  if (t == 0) out[0] = s[0];
}
