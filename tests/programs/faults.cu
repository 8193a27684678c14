// A kernel that does what a device ends it for: each call after that gives the same error, and the next program has a new
// device. The argument says what.
#include <cstring>

#include "check.h"

__global__ void misaligned(char* data) { *reinterpret_cast<int*>(data + 1) = 1; }
__global__ void traps(int* data) {
  if (data[threadIdx.x] == 0) __trap();
}
__global__ void illegal(int* data) { data[size_t{1} << 40] = 1; }
__global__ void fill(int* data, int value) { data[threadIdx.x] = value; }

int main(int argc, char** argv) {
  const char* const what = argc > 1 ? argv[1] : "";
  int *data = nullptr, back[32] = {};
  CHECK(cudaMalloc(&data, sizeof back));
  CHECK(cudaMemset(data, 0, sizeof back));
  fill<<<1, 32>>>(data, 0x100);
  CHECK(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost));
  for (const int value : back) REQUIRE(value == 0x100);
  CHECK(cudaMemset(data, 0, sizeof back));
  cudaError_t wanted = cudaErrorIllegalAddress;
  if (std::strcmp(what, "misaligned") == 0) {
    misaligned<<<1, 1>>>(reinterpret_cast<char*>(data));
    wanted = cudaErrorMisalignedAddress;
  } else if (std::strcmp(what, "trap") == 0) {
    traps<<<1, 32>>>(data);
    wanted = cudaErrorLaunchFailure;
  } else {
    illegal<<<1, 1>>>(data);
  }
  REQUIRE_ERROR(cudaDeviceSynchronize(), wanted);
  REQUIRE_ERROR(cudaPeekAtLastError(), wanted);
  REQUIRE_ERROR(cudaGetLastError(), wanted);
  int* more = nullptr;
  REQUIRE_ERROR(cudaMalloc(&more, 4), wanted);
  REQUIRE_ERROR(cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost), wanted);
  fill<<<1, 32>>>(data, 1);
  REQUIRE_ERROR(cudaGetLastError(), wanted);
  REQUIRE_ERROR(cudaFree(data), wanted);
  std::printf("%s: %s\nright\n", cudaGetErrorName(wanted), cudaGetErrorString(wanted));
}
