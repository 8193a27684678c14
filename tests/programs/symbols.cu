// Variables of the device: constant, global, managed; they keep their values from launch to launch.
#include <cstdio>

__constant__ int factors[4] = {1, 2, 3, 4};
__device__ int sum = 5;
__device__ int table[8];
__managed__ int managed = 7;
namespace {
__device__ long long hidden = 9;
}

__global__ void accumulate(int turn) {
  atomicAdd(&sum, factors[threadIdx.x]);
  table[threadIdx.x] += turn;
  if (threadIdx.x == 0) {
    managed += turn;
    ++hidden;
  }
}

int main() {
  if (managed != 7) return 1;
  accumulate<<<1, 4>>>(10);  // sum 15
  const int others[2] = {30, 40};
  if (cudaMemcpyToSymbol(factors, others, sizeof others, 2 * sizeof(int)) != cudaSuccess) return 2;
  accumulate<<<1, 4>>>(100);  // sum 15 + 73
  if (cudaDeviceSynchronize() != cudaSuccess) return 3;
  int total = 0;
  if (cudaMemcpyFromSymbol(&total, sum, sizeof total) != cudaSuccess || total != 88) return 4;
  if (managed != 117) return 5;
  managed = 1;
  accumulate<<<1, 4>>>(1);
  cudaDeviceSynchronize();
  if (managed != 2) return 6;
  void* address = nullptr;
  size_t size = 0;
  if (cudaGetSymbolAddress(&address, table) != cudaSuccess) return 7;
  if (cudaGetSymbolSize(&size, table) != cudaSuccess || size != 32) return 8;
  int values[8];
  if (cudaMemcpy(values, address, sizeof values, cudaMemcpyDeviceToHost) != cudaSuccess) return 9;
  for (int i = 0; i < 8; ++i) {
    if (values[i] != (i < 4 ? 111 : 0)) return 10;
  }
  long long seen = 0;
  if (cudaMemcpyFromSymbol(&seen, hidden, sizeof seen) != cudaSuccess || seen != 12) return 11;
  if (cudaMemcpyToSymbol(factors, values, sizeof values) != cudaErrorInvalidValue) return 12;
  if (cudaGetLastError() != cudaErrorInvalidValue || cudaGetLastError() != cudaSuccess) return 13;
  std::printf("right\n");
}
