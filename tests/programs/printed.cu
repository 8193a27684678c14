// What kernels print, read back by the program itself: all that printf of a device formats.
#include <unistd.h>

#include <string>

#include "check.h"

__global__ void print_all(int n, double x, const char* unused) {
  if (threadIdx.x != n) return;
  printf("%d|%5d|%-5d|%05d|%+d|%u|%x|%X|%o|%c|%%\n", n, n, n, n, n, unsigned(n), 48879u, 48879u, 64u, 'A' + n);
  printf("%f|%.3f|%10.2f|%e|%g|%s|%lld|%llu|%hd\n", x, x, x, x, x, "text", 1ll << 40, ~0ull, short(-7));
}
__global__ void print_turns() {
  for (int t = 0; t < 3; ++t) printf("turn %d of block %d\n", t, blockIdx.x);
}

/// What `launch` lets kernels print until the device is done.
template <class Launch>
std::string printed_by(Launch launch) {
  std::fflush(stdout);
  FILE* const file = std::tmpfile();
  const int before = dup(STDOUT_FILENO);
  REQUIRE(file != nullptr && dup2(fileno(file), STDOUT_FILENO) >= 0);
  launch();
  const cudaError_t error = cudaDeviceSynchronize();
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  CHECK(error);
  std::string text(4096, '\0');
  std::rewind(file);
  text.resize(std::fread(text.data(), 1, text.size(), file));
  std::fclose(file);
  std::fputs(text.c_str(), stdout);
  return text;
}

int main() {
  const int n = 5;
  const double x = 1234.56789;
  char expected[600];
  const int first = std::snprintf(expected, sizeof expected, "%d|%5d|%-5d|%05d|%+d|%u|%x|%X|%o|%c|%%\n", n, n, n, n, n,
                                  unsigned(n), 48879u, 48879u, 64u, 'A' + n);
  std::snprintf(expected + first, sizeof expected - first, "%f|%.3f|%10.2f|%e|%g|%s|%lld|%llu|%hd\n", x, x, x, x, x,
                "text", 1ll << 40, ~0ull, short(-7));
  REQUIRE(printed_by([&] { print_all<<<1, 32>>>(n, x, nullptr); }) == expected);
  REQUIRE(printed_by([] { print_turns<<<1, 1>>>(); }) == "turn 0 of block 0\nturn 1 of block 0\nturn 2 of block 0\n");
  std::printf("right\n");
}
