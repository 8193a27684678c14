#include "kernels.h"

namespace {
__constant__ int scale = 10;
__global__ void apply(int* data, int n, int value) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= scale * value;
}
}  // namespace

void multiply(int* data, int n, int value) { apply<<<(n + 63) / 64, 64>>>(data, n, value); }
