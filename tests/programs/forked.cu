// A process that the program forks has no device; the program itself still has.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>

__global__ void write(int* data) { *data = 5; }

int main() {
  int* data = nullptr;
  if (cudaMalloc(&data, 4) != cudaSuccess) return 1;
  const pid_t child = fork();
  if (child == 0) {
    void* more = nullptr;
    _exit(cudaMalloc(&more, 4) == cudaErrorInitializationError ? 42 : 0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 42) return 2;
  write<<<1, 1>>>(data);
  int back = 0;
  if (cudaMemcpy(&back, data, 4, cudaMemcpyDeviceToHost) != cudaSuccess || back != 5) return 3;
  cudaFree(data);
  std::printf("right\n");
}
