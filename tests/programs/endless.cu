// A kernel that takes hours, or launches without end: somebody must end the program.
#include <cstring>

// Each block is done soon enough to be no endless loop.
__global__ void spin(volatile unsigned* data) {
  for (unsigned i = 0; i < 100000; ++i) data[threadIdx.x] = data[threadIdx.x] + i;
}
__global__ void once(unsigned* data) { data[threadIdx.x] = 1; }

int main(int argc, char** argv) {
  unsigned* data = nullptr;
  cudaMalloc(&data, 128);
  if (argc > 1 && std::strcmp(argv[1], "kernel") == 0) {
    spin<<<1000000, 32>>>(data);
    cudaDeviceSynchronize();
    return 7;
  }
  while (true) once<<<1, 32>>>(data);
}
