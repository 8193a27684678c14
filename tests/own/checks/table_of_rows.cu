// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = 1;
  __syncthreads();
  float* rows[2] = {a, b};
  float s = 0;
  for (int r = 0; r < 2; ++r) s += rows[r][t];
  out[t] = s + rows[0][t + 1];  // expect out_of_bounds
}
