// A grid that waits for itself: each block adds what the others left in the turn before.
#include <cooperative_groups.h>

#include <vector>

#include "check.h"

namespace cg = cooperative_groups;

__global__ void rotate(int* a, int* b, int turns) {
  const cg::grid_group grid = cg::this_grid();
  const int n = int(grid.size()), i = int(grid.thread_rank());
  for (int t = 0; t < turns; ++t) {
    int* const from = t % 2 == 0 ? a : b;
    int* const to = t % 2 == 0 ? b : a;
    to[i] = from[(i + blockDim.x) % n] + 1;
    grid.sync();
  }
}

__global__ void tiles(int* sums, const int* data) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int value = data[block.group_index().x * block.size() + block.thread_rank()];
  for (int distance = tile.size() / 2; distance > 0; distance /= 2) value += tile.shfl_down(value, distance);
  if (tile.thread_rank() == 0) sums[block.group_index().x * tile.meta_group_size() + tile.meta_group_rank()] = value;
}

int main() {
  const int blocks = 4, threads = 64, n = blocks * threads, turns = 5;
  int supported = 0;
  CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrCooperativeLaunch, 0));
  REQUIRE(supported == 1);
  int *a = nullptr, *b = nullptr, *sums = nullptr, steps = turns;
  CHECK(cudaMalloc(&a, n * sizeof(int)));
  CHECK(cudaMalloc(&b, n * sizeof(int)));
  CHECK(cudaMalloc(&sums, n / 8 * sizeof(int)));
  CHECK(cudaMemset(sums, 0, n / 8 * sizeof(int)));
  CHECK(cudaMemset(b, 0, n * sizeof(int)));
  std::vector<int> host(n), back(n);
  for (int i = 0; i < n; ++i) host[i] = i * i;
  CHECK(cudaMemcpy(a, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  void* arguments[] = {&a, &b, &steps};
  CHECK(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rotate), blocks, threads, arguments, 0, nullptr));
  CHECK(cudaMemcpy(back.data(), b, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(back[i] == host[(i + turns * threads) % n] + turns);
  tiles<<<blocks, threads>>>(sums, b);
  CHECK(cudaMemcpy(host.data(), sums, n / 8 * sizeof(int), cudaMemcpyDeviceToHost));
  for (int s = 0; s < n / 8; ++s) {
    int expected = 0;
    for (int i = 0; i < 8; ++i) expected += back[8 * s + i];
    REQUIRE(host[s] == expected);
  }
  // More blocks than are on the device at a time could not wait for each other.
  REQUIRE_ERROR(
      cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(rotate), 1 << 20, threads, arguments, 0, nullptr),
      cudaErrorCooperativeLaunchTooLarge);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  CHECK(cudaFree(a));
  CHECK(cudaFree(b));
  CHECK(cudaFree(sums));
  std::printf("first sum %d\nright\n", host[0]);
}
