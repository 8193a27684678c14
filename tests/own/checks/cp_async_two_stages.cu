#include <cuda_pipeline.h>
// launch: k<<<2, 64>>>(in, out)
// in: float[1024] = i
// out: float[128]
__global__ void k(const float* in, float* out) {
  __shared__ float s[2][64];
  const float* p = in + blockIdx.x * 512;
  int t = threadIdx.x;
  __pipeline_memcpy_async(&s[0][t], p + t, 4);
  __pipeline_commit();
  float a = 0;
  for (int i = 0; i < 8; i++) {
    if (i < 7) __pipeline_memcpy_async(&s[(i + 1) & 1][t], p + (i + 1) * 64 + t, 4);
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    a += s[i & 1][63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = a;
}
