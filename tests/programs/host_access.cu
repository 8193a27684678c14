// Host code that writes to device memory: the program dies of it.
#include <cstdio>

int main() {
  int* data = nullptr;
  cudaMalloc(&data, 64);
  std::printf("before\n");
  std::fflush(stdout);
  data[3] = 1;
  std::printf("after\n");
}
