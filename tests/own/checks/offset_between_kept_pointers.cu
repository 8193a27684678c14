// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  __shared__ float* at[32];
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = 1;
  at[t] = t & 1 ? a + t : b + t;
  __syncthreads();
  float* p = at[(t + 1) % 32];
  bool in_a = p >= a && p < a + 32;
  int i = in_a ? int(p - a) : int(p - b);
  out[t] = in_a ? b[i] : a[i];
}
