// launch: k<<<1, 96>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x;
  s[t] = in[t];
  __syncthreads();
  for (int d = 64; d; d >>= 1) {
    if (t < d) s[t] += s[t + d];  // expect uninitialized_read: 96..127 never written
    __syncthreads();
  }
  if (t == 0) out[0] = s[0];
}
