// Device code of two files, linked: a kernel calls a function, uses variables and is launched beside a kernel of the other.
#include "../check.h"
#include "shared.h"

__global__ void finish(int* data) {
  atomicAdd(&counter, 1);
  data[threadIdx.x] = power_sum(data[threadIdx.x]);
}

int main() {
  int *data = nullptr, back[32], count = 0;
  CHECK(cudaMalloc(&data, sizeof back));
  CHECK(cudaMemset(data, 0, sizeof back));
  const int two = 20;
  CHECK(cudaMemcpyToSymbol(powers, &two, sizeof two, sizeof two));
  prepare<<<1, 32>>>(data);
  finish<<<1, 32>>>(data);
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
  const int weights[4] = {1, 20, 100, 1000};
  for (int i = 0; i < 32; ++i) {
    int sum = 0;
    for (int b = 0; b < 4; ++b) sum += weights[b] * (3 * i >> b & 1);
    REQUIRE(back[i] == sum);
  }
  REQUIRE(count == 132);
  CHECK(cudaFree(data));
  std::printf("last %d\nright\n", back[31]);
}
