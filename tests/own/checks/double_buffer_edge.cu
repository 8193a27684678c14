// launch: k<<<1, 32>>>(in, out, 4)
__global__ void k(const float* in, float* out, int steps) {
  __shared__ float a[32], b[32], c[32];
  int t = threadIdx.x;
  float *now = a, *next = b;
  a[t] = in[t]; b[t] = 0; c[t] = 9;
  __syncthreads();
  for (int i = 0; i < steps; ++i) {
    next[t] = now[t] + now[t + 1];  // expect out_of_bounds: into the other buffer, or into c
    __syncthreads();
    float* h = now; now = next; next = h;
  }
  out[t] = now[t] + c[t];
}
