// How many blocks fit a multiprocessor, asked in every way; a launch with the sizes that were answered.
#include <vector>

#include "check.h"

template <int Bytes>
__global__ void fill(int* data, int n) {
  __shared__ int tile[Bytes / sizeof(int)];
  tile[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = tile[threadIdx.x] + Bytes;
}

extern __shared__ int dynamic[];
__global__ void fill_dynamic(int* data, int n) {
  dynamic[threadIdx.x] = threadIdx.x;
  __syncthreads();
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = dynamic[threadIdx.x];
}

struct BytesOf {
  __host__ __device__ size_t operator()(int threads) const { return threads * sizeof(int); }
};

int main() {
  const int n = 4000;
  int* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemset(data, 0xff, n * sizeof(int)));
  int blocks = 0, grid = 0, block = 0;
  for (const int threads : {32, 64, 96, 128, 256, 512, 1024}) {
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill<4096>, threads, 0));
    std::printf("%d threads: %d blocks", threads, blocks);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, fill<32768>, threads, 0,
                                                                 cudaOccupancyDefault));
    std::printf(", %d with 32 KiB", blocks);
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, fill_dynamic, threads, 20'000));
    std::printf(", %d with 20 kB asked for\n", blocks);
  }
  CHECK(cudaOccupancyMaxPotentialBlockSize(&grid, &block, fill<4096>, 0, 512));
  REQUIRE(block >= 32 && block <= 512 && grid >= 1);
  fill<4096><<<(n + block - 1) / block, block>>>(data, n);
  std::vector<int> back(n);
  CHECK(cudaMemcpy(back.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(back[i] == i % block + 4096);
  const BytesOf bytes_of;
  CHECK(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, fill_dynamic, bytes_of));
  fill_dynamic<<<(n + block - 1) / block, block, bytes_of(block)>>>(data, n);
  CHECK(cudaMemcpy(back.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(back[i] == i % block);
  CHECK(cudaFree(data));
  std::printf("right\n");
}
