// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[32];
  __shared__ float b[32];
  float* p = threadIdx.x < 32 ? a + threadIdx.x : b + (threadIdx.x - 32);
  *p = in[threadIdx.x];
  __syncthreads();
  float* q = threadIdx.x & 1 ? a : b;
  out[threadIdx.x] = q[threadIdx.x / 2];
}
