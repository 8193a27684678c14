// Host code that writes to device memory, or with an argument through a null pointer: the program dies of it.
#include <cstdio>

int main(int argc, char**) {
  int* data = nullptr;
  cudaMalloc(&data, 64);
  if (argc > 1) data = nullptr;
  std::printf("before\n");
  std::fflush(stdout);
  data[3] = 1;
  std::printf("after\n");
}
