// What a program asks of the device before it launches: properties, attributes, occupancy; launches by other calls.
#include <cstdio>

__global__ void write(int* data, short step, double offset) {
  __shared__ int tile[256];
  tile[threadIdx.x] = threadIdx.x * step + int(offset);
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int devices = 0, device = -1, value = 0;
  if (cudaGetDeviceCount(&devices) != cudaSuccess || devices < 1) return 1;
  if (cudaGetDevice(&device) != cudaSuccess || device != 0) return 2;
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 3;
  if (properties.major != 9 || properties.warpSize != 32 || properties.maxThreadsPerBlock != 1024) return 4;
  if (properties.sharedMemPerBlock != 49152 || properties.sharedMemPerBlockOptin != 232448) return 5;
  if (properties.maxGridSize[1] != 65535 || properties.maxThreadsDim[2] != 64) return 6;
  cudaDeviceGetAttribute(&value, cudaDevAttrComputeCapabilityMajor, 0);
  if (value != properties.major) return 7;
  cudaDeviceGetAttribute(&value, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0);
  if (value != 232448) return 8;
  cudaFuncAttributes attributes;
  if (cudaFuncGetAttributes(&attributes, write) != cudaSuccess || attributes.sharedSizeBytes != 1024) return 9;
  int blocks = 0, best = 0, smallest = 0;
  if (cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, write, 256, 0) != cudaSuccess || blocks != 8) return 10;
  if (cudaOccupancyMaxPotentialBlockSize(&smallest, &best, write, 0, 0) != cudaSuccess || best < 32) return 11;
  if (properties.multiProcessorCount != 132 || smallest != 132 * 2048 / best) return 19;  // as an H200 has
  size_t free = 0, total = 0;
  if (cudaMemGetInfo(&free, &total) != cudaSuccess || free == 0 || free > total) return 12;
  int* data = nullptr;
  cudaMalloc(&data, 512 * sizeof(int));
  short step = 3;
  double offset = 4.0;
  void* arguments[] = {&data, &step, &offset};
  if (cudaLaunchKernel(reinterpret_cast<void*>(write), dim3(1), dim3(256), arguments, 0, nullptr) != cudaSuccess) {
    return 13;
  }
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(2);
  config.blockDim = dim3(256);
  int back[512];
  for (int turn = 0; turn < 2; ++turn) {
    cudaMemcpy(back, data, sizeof back, cudaMemcpyDeviceToHost);
    for (int i = 0; i < (turn == 0 ? 256 : 512); ++i) {
      if (back[i] != (i % 256) * (turn == 0 ? 3 : 5) + 4 + turn) return 14 + turn;
    }
    if (turn == 0 && cudaLaunchKernelEx(&config, write, data, short(5), 5.0) != cudaSuccess) return 16;
  }
  cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  if (format.x != 32 || format.f != cudaChannelFormatKindFloat) return 17;
  cudaFree(data);
  std::printf("right\n");
}
