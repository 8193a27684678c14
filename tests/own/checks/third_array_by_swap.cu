// launch: k<<<1, 32>>>(in, out, 3)
__global__ void k(const float* in, float* out, int n) {
  __shared__ float a[32], b[32], result[32];
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = 0; result[t] = 0;
  float *x = a, *y = b;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    y[t] = x[31 - t];
    __syncthreads();
    float* h = x; x = y; y = h;
  }
  y[t + 64] = 5;  // expect out_of_bounds: neither a nor b
  __syncthreads();
  out[t] = x[t] + result[t];
}
