// Memory that host and device share: managed, pinned, mapped, registered.
#include <cstdio>
#include <cstdlib>

__global__ void twice(int* data, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] *= 2;
}

int main() {
  const int n = 5000;
  int* managed = nullptr;
  if (cudaMallocManaged(&managed, n * sizeof(int)) != cudaSuccess) return 1;
  for (int i = 0; i < n; ++i) managed[i] = i;
  twice<<<(n + 255) / 256, 256>>>(managed, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 2;
  for (int i = 0; i < n; ++i) {
    if (managed[i] != 2 * i) return 3;
  }
  int* pinned = nullptr;
  if (cudaHostAlloc(&pinned, n * sizeof(int), cudaHostAllocMapped) != cudaSuccess) return 4;
  for (int i = 0; i < n; ++i) pinned[i] = 3 * i;
  int* mapped = nullptr;
  if (cudaHostGetDevicePointer(&mapped, pinned, 0) != cudaSuccess) return 5;
  twice<<<(n + 255) / 256, 256>>>(mapped, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 6;
  for (int i = 0; i < n; ++i) {
    if (pinned[i] != 6 * i) return 7;
  }
  int* own = static_cast<int*>(std::malloc(n * sizeof(int)));
  for (int i = 0; i < n; ++i) own[i] = 5 * i;
  if (cudaHostRegister(own, n * sizeof(int), cudaHostRegisterDefault) != cudaSuccess) return 8;
  twice<<<(n + 255) / 256, 256>>>(own, n);
  if (cudaDeviceSynchronize() != cudaSuccess) return 9;
  for (int i = 0; i < n; ++i) {
    if (own[i] != 10 * i) return 10;
  }
  if (cudaHostRegister(own, 4, cudaHostRegisterDefault) != cudaErrorHostMemoryAlreadyRegistered) return 11;
  if (cudaHostUnregister(own) != cudaSuccess) return 12;
  if (cudaHostUnregister(own) != cudaErrorHostMemoryNotRegistered) return 13;
  for (int i = 0; i < n; ++i) {
    if (own[i] != 10 * i) return 14;
  }
  std::free(own);
  cudaPointerAttributes attributes;
  if (cudaPointerGetAttributes(&attributes, managed + 1) != cudaSuccess || attributes.type != cudaMemoryTypeManaged) {
    return 15;
  }
  if (cudaPointerGetAttributes(&attributes, pinned) != cudaSuccess || attributes.type != cudaMemoryTypeHost) return 16;
  if (cudaPointerGetAttributes(&attributes, &attributes) != cudaSuccess ||
      attributes.type != cudaMemoryTypeUnregistered) {
    return 17;
  }
  // From one to the other, both the host's and the device's.
  if (cudaMemcpy(managed, pinned, n * sizeof(int), cudaMemcpyDefault) != cudaSuccess || managed[7] != 42) return 18;
  if (cudaFree(managed) != cudaSuccess || cudaFreeHost(pinned) != cudaSuccess) return 19;
  std::printf("right\n");
}
