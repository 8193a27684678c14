// A kernel is given a pointer of the host's; another uses memory that is freed; nobody asks for errors.
#include <cstdlib>

__global__ void write(int* data) { data[threadIdx.x] = 1; }

int main(int argc, char**) {
  int* data = static_cast<int*>(std::malloc(128));
  if (argc > 1) {
    cudaMalloc(&data, 128);
    cudaFree(data);
  }
  write<<<1, 32>>>(data);
}
