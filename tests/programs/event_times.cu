// Events: what they measure, what they refuse, waiting for them.
#include <vector>

#include "check.h"

__global__ void iterate(unsigned* data, int turns) {
  unsigned value = threadIdx.x;
  for (int t = 0; t < turns; ++t) value = value * 1664525u + 1013904223u;
  data[threadIdx.x] = value;
}

unsigned expected(unsigned value, int turns) {
  for (int t = 0; t < turns; ++t) value = value * 1664525u + 1013904223u;
  return value;
}

int main() {
  cudaEvent_t begin = nullptr, middle = nullptr, end = nullptr, plain = nullptr;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&middle));
  CHECK(cudaEventCreateWithFlags(&end, cudaEventBlockingSync));
  CHECK(cudaEventCreateWithFlags(&plain, cudaEventDisableTiming));
  float first = -1, second = -1, both = -1;
  REQUIRE_ERROR(cudaEventElapsedTime(&first, begin, end), cudaErrorInvalidResourceHandle);
  unsigned* data = nullptr;
  CHECK(cudaMalloc(&data, 64 * sizeof(unsigned)));
  CHECK(cudaMemset(data, 0, 64 * sizeof(unsigned)));
  CHECK(cudaEventRecord(begin));
  iterate<<<1, 32>>>(data, 200);
  CHECK(cudaEventRecord(middle, nullptr));
  iterate<<<1, 32>>>(data + 32, 2000);
  CHECK(cudaEventRecordWithFlags(end, nullptr, cudaEventRecordDefault));
  CHECK(cudaEventRecord(plain));
  CHECK(cudaEventSynchronize(end));
  CHECK(cudaEventQuery(begin));
  CHECK(cudaEventQuery(end));
  CHECK(cudaEventElapsedTime(&first, begin, middle));
  CHECK(cudaEventElapsedTime(&second, middle, end));
  CHECK(cudaEventElapsedTime(&both, begin, end));
  REQUIRE(first > 0 && second > 0);
  REQUIRE(both > 0.99f * (first + second) - 0.01f && both < 1.01f * (first + second) + 0.01f);
  REQUIRE_ERROR(cudaEventElapsedTime(&first, begin, plain), cudaErrorInvalidResourceHandle);
  std::vector<unsigned> back(64);
  CHECK(cudaMemcpy(back.data(), data, 64 * sizeof(unsigned), cudaMemcpyDeviceToHost));
  for (unsigned i = 0; i < 64; ++i) REQUIRE(back[i] == expected(i % 32, i < 32 ? 200 : 2000));
  for (const cudaEvent_t event : {begin, middle, end, plain}) CHECK(cudaEventDestroy(event));
  CHECK(cudaFree(data));
  std::printf("last %u\nright\n", back[63]);
}
