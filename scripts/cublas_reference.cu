// The time of cublasSgemm for C = A * B of n x n floats on this GPU, as assets/published keeps it for the lesson `reuse`:
//   nvcc -O2 -o cublas_reference scripts/cublas_reference.cu -lcublas && ./cublas_reference
// CUDA events around each of 30 launches after 3 that are not counted; printed: n, the median in microseconds, and both
// quartiles. The mathematics is that of float (CUBLAS_PEDANTIC_MATH), not of TF32.
#include <cublas_v2.h>
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

void check(bool is_right, const char* what) {
  if (is_right) return;
  std::fprintf(stderr, "%s failed\n", what);
  std::exit(1);
}

double microseconds(cublasHandle_t blas, int n, const float* a, const float* b, float* c) {
  const float one = 1, zero = 0;
  cudaEvent_t begin = nullptr, end = nullptr;
  check(cudaEventCreate(&begin) == cudaSuccess && cudaEventCreate(&end) == cudaSuccess, "cudaEventCreate");
  check(cudaEventRecord(begin) == cudaSuccess, "cudaEventRecord");
  // cuBLAS counts columns first, so that b * a of its matrices is a * b of ours.
  check(cublasSgemm(blas, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero, c, n) == CUBLAS_STATUS_SUCCESS,
        "cublasSgemm");
  check(cudaEventRecord(end) == cudaSuccess && cudaEventSynchronize(end) == cudaSuccess, "cudaEventSynchronize");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end) == cudaSuccess, "cudaEventElapsedTime");
  cudaEventDestroy(begin);
  cudaEventDestroy(end);
  return 1000.0 * milliseconds;
}

}  // namespace

int main() {
  cublasHandle_t blas = nullptr;
  check(cublasCreate(&blas) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
  check(cublasSetMathMode(blas, CUBLAS_PEDANTIC_MATH) == CUBLAS_STATUS_SUCCESS, "cublasSetMathMode");
  for (const int n : {1024, 2048, 4096}) {
    const std::size_t elements = static_cast<std::size_t>(n) * n;
    std::vector<float> host(elements);
    for (std::size_t i = 0; i < elements; ++i) host[i] = static_cast<float>((i / n + i % n) % 16);
    float *a = nullptr, *b = nullptr, *c = nullptr;
    for (float** matrix : {&a, &b, &c}) check(cudaMalloc(matrix, elements * sizeof(float)) == cudaSuccess, "cudaMalloc");
    for (float* matrix : {a, b}) {
      check(cudaMemcpy(matrix, host.data(), elements * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess, "cudaMemcpy");
    }
    std::vector<double> times;
    for (int launch = 0; launch < 33; ++launch) {
      const double time = microseconds(blas, n, a, b, c);
      if (launch >= 3) times.push_back(time);
    }
    std::sort(times.begin(), times.end());
    std::printf("n=%d median_us=%.2f lower_us=%.2f upper_us=%.2f GFLOP/s=%.0f\n", n, times[15], times[7], times[22],
                2.0 * n * n * n / times[15] / 1000);
    check(cudaMemcpy(host.data(), c, elements * sizeof(float), cudaMemcpyDeviceToHost) == cudaSuccess, "cudaMemcpy");
    for (std::size_t i = 0; i < elements; ++i) {
      const long long apart = (static_cast<long long>(i / n) - static_cast<long long>(i % n) + n) % 16;
      check(host[i] == static_cast<float>(n / 16 * (1240 - 8 * apart * (16 - apart))), "the product");
    }
    for (float* matrix : {a, b, c}) cudaFree(matrix);
  }
  cublasDestroy(blas);
}
