// A program of several files, each with kernels and variables of its own, two of the same name.
#include <vector>

#include "../check.h"
#include "kernels.h"

int main() {
  const int n = 200;
  std::vector<int> host(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  add(data, n, 7);
  multiply(data, n, 2);
  add(data, n, -1);
  CHECK(cudaMemcpy(host.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(host[i] == 20 * (i + 7) - 1);
  CHECK(cudaFree(data));
  std::printf("last %d\nright\n", host[n - 1]);
}
