// Copies and fills that do not wait: lines, planes, boxes, symbols, from pinned memory.
#include <cstring>

#include "check.h"

__constant__ int factor[2];
__device__ int result[4];

__global__ void scale(int* plane, size_t pitch, int width) {
  int* const row = reinterpret_cast<int*>(reinterpret_cast<char*>(plane) + blockIdx.x * pitch);
  if (threadIdx.x < width) row[threadIdx.x] *= factor[blockIdx.x % 2];
}
__global__ void fold(const int* plane, size_t pitch, int width, int height) {
  int sum = 0;
  for (int y = 0; y < height; ++y) {
    const int* const row = reinterpret_cast<const int*>(reinterpret_cast<const char*>(plane) + y * pitch);
    for (int x = threadIdx.x; x < width; x += 4) sum += row[x];
  }
  result[threadIdx.x] = sum;
}
__global__ void mark(cudaPitchedPtr box) {
  static_cast<char*>(box.ptr)[(blockIdx.y * box.ysize + blockIdx.x) * box.pitch + threadIdx.x] += blockIdx.y;
}

constexpr int kWidth = 20, kHeight = 6;

void planes(cudaStream_t stream, int* host) {
  int* plane = nullptr;
  size_t pitch = 0;
  CHECK(cudaMallocPitch(&plane, &pitch, kWidth * sizeof(int), kHeight));
  CHECK(cudaMemset2DAsync(plane, pitch, 0, kWidth * sizeof(int), kHeight, stream));
  for (int i = 0; i < kWidth * kHeight; ++i) host[i] = i;
  const int factors[2] = {3, 5};
  CHECK(cudaMemcpyToSymbolAsync(factor, factors, sizeof factors, 0, cudaMemcpyHostToDevice, stream));
  CHECK(cudaMemcpy2DAsync(plane, pitch, host, kWidth * sizeof(int), kWidth * sizeof(int), kHeight,
                          cudaMemcpyHostToDevice, stream));
  scale<<<kHeight, 32, 0, stream>>>(plane, pitch, kWidth);
  fold<<<1, 4, 0, stream>>>(plane, pitch, kWidth, kHeight);
  int sums[4], expected[4] = {};
  CHECK(cudaMemcpyFromSymbolAsync(sums, result, sizeof sums, 0, cudaMemcpyDeviceToHost, stream));
  CHECK(cudaMemcpy2DAsync(host, kWidth * sizeof(int), plane, pitch, kWidth * sizeof(int), kHeight,
                          cudaMemcpyDeviceToHost, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < kWidth * kHeight; ++i) {
    REQUIRE(host[i] == i * factors[i / kWidth % 2]);
    expected[i % kWidth % 4] += host[i];
  }
  REQUIRE(std::memcmp(sums, expected, sizeof sums) == 0);
  std::printf("sums %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3]);
  CHECK(cudaFree(plane));
}

void boxes(cudaStream_t stream, char* host) {
  const cudaExtent extent = make_cudaExtent(16, 4, 3);
  cudaPitchedPtr box, other;
  CHECK(cudaMalloc3D(&box, extent));
  CHECK(cudaMalloc3D(&other, extent));
  CHECK(cudaMemset3DAsync(box, 9, extent, stream));
  mark<<<dim3(4, 3), 16, 0, stream>>>(box);
  cudaMemcpy3DParms across = {};
  across.srcPtr = box;
  across.dstPtr = other;
  across.extent = extent;
  across.kind = cudaMemcpyDeviceToDevice;
  CHECK(cudaMemcpy3DAsync(&across, stream));
  cudaMemcpy3DParms back = across;
  back.srcPtr = other;
  back.dstPtr = make_cudaPitchedPtr(host, 16, 16, 4);
  back.kind = cudaMemcpyDeviceToHost;
  CHECK(cudaMemcpy3DAsync(&back, stream));
  CHECK(cudaStreamSynchronize(stream));
  for (int i = 0; i < 16 * 4 * 3; ++i) REQUIRE(host[i] == 9 + i / 64);
  CHECK(cudaFree(box.ptr));
  CHECK(cudaFree(other.ptr));
}

int main() {
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  void* host = nullptr;
  CHECK(cudaMallocHost(&host, kWidth * kHeight * sizeof(int)));
  planes(stream, static_cast<int*>(host));
  boxes(stream, static_cast<char*>(host));
  CHECK(cudaFreeHost(host));
  CHECK(cudaStreamDestroy(stream));
  std::printf("right\n");
}
