#include <cuda_pipeline.h>
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];  // expect race: no wait
}
