// Half precision: conversions, pairs, fused multiply-add, compared with sums that are exact in it.
#include <cuda_fp16.h>

#include <vector>

#include "check.h"

__global__ void axpy(__half2* y, const __half2* x, float factor, int pairs) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < pairs) y[i] = __hfma2(__float2half2_rn(factor), x[i], y[i]);
}
__global__ void dot(float* out, const __half* x, const __half* y, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < n; i += 32) sum += __half2float(__hmul(x[i], y[i]));
  for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffffu, sum, distance);
  if (threadIdx.x == 0) *out = sum;
}

int main() {
  const int n = 512;
  std::vector<__half> x(n), y(n), back(n);
  std::vector<float> expected(n);
  float sum = 0, result = -1;
  for (int i = 0; i < n; ++i) {
    x[i] = __float2half(float(i % 9 - 4));
    y[i] = __float2half(0.25f * float(i % 7));
    expected[i] = 2.5f * float(i % 9 - 4) + 0.25f * float(i % 7);
    sum += expected[i] * float(i % 9 - 4);
  }
  __half *dx = nullptr, *dy = nullptr;
  float* out = nullptr;
  CHECK(cudaMalloc(&dx, n * sizeof(__half)));
  CHECK(cudaMalloc(&dy, n * sizeof(__half)));
  CHECK(cudaMalloc(&out, sizeof(float)));
  CHECK(cudaMemset(out, 0, sizeof(float)));
  CHECK(cudaMemcpy(dx, x.data(), n * sizeof(__half), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(dy, y.data(), n * sizeof(__half), cudaMemcpyHostToDevice));
  axpy<<<2, 128>>>(reinterpret_cast<__half2*>(dy), reinterpret_cast<const __half2*>(dx), 2.5f, n / 2);
  dot<<<1, 32>>>(out, dx, dy, n);
  CHECK(cudaMemcpy(back.data(), dy, n * sizeof(__half), cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(__half2float(back[i]) == expected[i]);
  REQUIRE(result == sum);
  CHECK(cudaFree(dx));
  CHECK(cudaFree(dy));
  CHECK(cudaFree(out));
  std::printf("dot %.2f\nright\n", result);
}
