// launch: k<<<1, 32, 1024>>>(in, out)
// in: double[32]
// out: double[32]
__device__ __noinline__ void put(double* d, double v) {
  d[threadIdx.x] = v;  // expect misaligned
}
__global__ void k(const double* in, double* out) {
  extern __shared__ float raw[];
  double* d = (double*)(raw + 33);
  raw[threadIdx.x] = 1;
  put(d, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = raw[31 - threadIdx.x];
}
