// A call that bankloom does not support gives an error, and the program goes on. On a device it is supported.
#include "check.h"

int main() {
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  REQUIRE_ERROR(cudaMallocArray(&array, &format, 16, 16), cudaErrorNotSupported);
  REQUIRE_ERROR(cudaGetLastError(), cudaErrorNotSupported);
  std::printf("right\n");
}
