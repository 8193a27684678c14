// Cooperative launches: blocks that meet at grid.sync(), one of more blocks than the device holds, and (argument "missing")
// one in which a block never comes.
#include <cooperative_groups.h>

#include <cstdio>
#include <cstring>
#include <vector>

namespace cg = cooperative_groups;

/// Sums `data` in a tree over the whole grid: block b adds what block b + half left, after all have met.
__global__ void sum(int* data, int* partial, int n) {
  const cg::grid_group grid = cg::this_grid();
  const int rank = int(grid.thread_rank()), threads = int(grid.size());
  int mine = 0;
  for (int i = rank; i < n; i += threads) mine += data[i];
  partial[rank] = mine;
  for (int half = threads / 2; half > 0; half /= 2) {
    grid.sync();
    if (rank < half) partial[rank] += partial[rank + half];
  }
}

__global__ void leave_one_out(int* data) {
  if (blockIdx.x == 2) return;
  data[blockIdx.x] = 1;
  cg::this_grid().sync();
}

#define CHECK(call)                                                      \
  do {                                                                   \
    const cudaError_t error = (call);                                    \
    if (error != cudaSuccess) {                                          \
      std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(error)); \
      return 1;                                                          \
    }                                                                    \
  } while (false)

int main(int argc, char** argv) {
  int *data = nullptr, *partial = nullptr;
  int n = 5000, expected = 0;
  std::vector<int> values(n);
  for (int i = 0; i < n; ++i) expected += values[i] = i * 7 % 113;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMalloc(&partial, 16 * 64 * sizeof(int)));
  CHECK(cudaMemcpy(data, values.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  if (argc > 1 && std::strcmp(argv[1], "missing") == 0) {
    void* arguments[] = {&partial};
    CHECK(cudaLaunchCooperativeKernel((void*)leave_one_out, 4, 32, arguments));
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
  }
  int can = 0;
  CHECK(cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0));
  if (can != 1) return 2;
  void* arguments[] = {&data, &partial, &n};
  CHECK(cudaLaunchCooperativeKernel((void*)sum, 16, 64, arguments));
  int result = 0;
  CHECK(cudaMemcpy(&result, partial, sizeof result, cudaMemcpyDeviceToHost));
  if (result != expected) {
    std::printf("%d instead of %d\n", result, expected);
    return 3;
  }
  // More than any device holds at a time.
  const cudaError_t error = cudaLaunchCooperativeKernel((void*)sum, 1000000, 64, arguments);
  if (error != cudaErrorCooperativeLaunchTooLarge || cudaGetLastError() != error) return 4;
  CHECK(cudaFree(data));
  CHECK(cudaFree(partial));
  std::printf("right\n");
}
