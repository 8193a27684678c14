// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int a[32], b[32], c[32];
  int t = threadIdx.x;
  a[t] = t;
  b[t] = t;
  c[t] = t;
  __syncthreads();
  int* p = a;
  p += in[t] * 2;  // computed pointer
  p[32] = 7;       // expect out_of_bounds: into b or c
  __syncthreads();
  out[t] = a[t] + b[t] + c[t];
}
