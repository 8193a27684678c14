// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[64], b[64];
  float *src = a, *dst = b;
  src[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int i = 1; i < 64; i *= 2) {
    dst[threadIdx.x] = src[threadIdx.x] + src[threadIdx.x ^ i];
    float* x = src;
    src = dst;
    dst = x;
    __syncthreads();
  }
  out[threadIdx.x] = src[threadIdx.x];
}
