// launch: k<<<1, 32, 256>>>(in, out)
__global__ void k(const float* in, float* out) {
  extern __shared__ float buf[];
  float *x = buf, *y = buf + 32;
  int t = threadIdx.x;
  x[t] = in[t]; y[t] = 1;
  __syncthreads();
  out[t] = x[t] + y[t + 1];  // expect out_of_bounds: 257th byte
}
