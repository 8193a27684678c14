// What goes wrong is told as the CUDA runtime tells it: this program ends alike on an H200 under CUDA 13.0.
#include <cstdio>

__global__ void touch(int* data, int index) { data[index] = 1; }
__global__ void __launch_bounds__(64) bounded(int* data) { data[threadIdx.x] = 1; }
extern __shared__ int dynamic[];
__global__ void large(int* data) {
  dynamic[threadIdx.x] = threadIdx.x;
  data[threadIdx.x] = dynamic[threadIdx.x];
}

int main() {
  int* data = nullptr;
  if (cudaMalloc(&data, 1024 * sizeof(int)) != cudaSuccess) return 1;
  touch<<<1, 2048>>>(data, 0);
  if (cudaGetLastError() != cudaErrorInvalidValue) return 2;
  if (cudaGetLastError() != cudaSuccess) return 3;
  touch<<<0, 32>>>(data, 0);
  if (cudaPeekAtLastError() != cudaErrorInvalidValue) return 4;
  cudaGetLastError();
  large<<<1, 32, 64 * 1024>>>(data);
  if (cudaGetLastError() != cudaErrorInvalidValue) return 5;
  if (cudaFuncSetAttribute(large, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024) != cudaSuccess) return 6;
  large<<<1, 32, 64 * 1024>>>(data);
  if (cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess) return 7;
  int back[32] = {};
  if (cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost) != cudaSuccess || back[31] != 31) return 8;
  if (cudaMemcpy(data, back, 5000, cudaMemcpyHostToDevice) != cudaErrorInvalidValue) return 9;
  if (cudaMemcpy(back, data, sizeof back, cudaMemcpyHostToDevice) != cudaErrorInvalidValue) return 10;
  if (cudaFree(data + 1) != cudaErrorInvalidValue) return 11;
  void* much = nullptr;
  if (cudaMalloc(&much, size_t{1} << 50) != cudaErrorMemoryAllocation || much != nullptr) return 12;
  if (cudaSetDevice(1) != cudaErrorInvalidDevice) return 13;
  cudaGetLastError();
  // The kernel's error is known when the program waits, and stays.
  touch<<<1, 1>>>(nullptr, 4);
  if (cudaGetLastError() != cudaSuccess) return 14;
  if (cudaDeviceSynchronize() != cudaErrorIllegalAddress) return 15;
  if (cudaGetLastError() != cudaErrorIllegalAddress || cudaGetLastError() != cudaSuccess) return 16;
  if (cudaMalloc(&much, 4) != cudaErrorIllegalAddress) return 17;
  std::printf("%s: %s\n", cudaGetErrorName(cudaErrorIllegalAddress), cudaGetErrorString(cudaErrorIllegalAddress));
}
