// A kernel that never ends, or launches without end: somebody must end the program.
#include <cstring>

__global__ void spin(unsigned* data) {
  for (unsigned i = 1; i != 0; i += 2) data[threadIdx.x] += i;
}
__global__ void once(unsigned* data) { data[threadIdx.x] = 1; }

int main(int argc, char** argv) {
  unsigned* data = nullptr;
  cudaMalloc(&data, 128);
  if (argc > 1 && std::strcmp(argv[1], "kernel") == 0) {
    spin<<<100000, 32>>>(data);
    cudaDeviceSynchronize();
    return 7;
  }
  while (true) once<<<1, 32>>>(data);
}
