#include "shared.h"

__device__ int counter = 100;
__constant__ int powers[4] = {1, 10, 100, 1000};

__device__ int power_sum(int x) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += powers[i] * (x >> i & 1);
  return sum;
}

__global__ void prepare(int* data) { data[threadIdx.x] = threadIdx.x * 3; }
