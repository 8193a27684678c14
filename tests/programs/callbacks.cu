// Host functions in streams: each sees what the work before it left, and nothing of what comes after.
#include "check.h"

struct Log {
  const int* memory;
  int seen[8];
  int count;
};

void CUDART_CB note(void* data) {
  Log& log = *static_cast<Log*>(data);
  log.seen[log.count++] = *log.memory;
}
void CUDART_CB note_with_status(cudaStream_t, cudaError_t status, void* data) {
  if (status == cudaSuccess) note(data);
}

__global__ void multiply(int* value, int by) { *value *= by; }

int main() {
  int *value = nullptr, *host = nullptr;
  CHECK(cudaMalloc(&value, sizeof(int)));
  CHECK(cudaMallocHost(&host, sizeof(int)));
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  Log log = {host, {}, 0};
  unsigned flags = 99;
  CHECK(cudaHostGetFlags(&flags, host));
  std::printf("flags of host memory: %u\n", flags);
  *host = 3;
  CHECK(cudaMemcpyAsync(value, host, sizeof(int), cudaMemcpyHostToDevice, stream));
  for (int turn = 0; turn < 4; ++turn) {
    multiply<<<1, 1, 0, stream>>>(value, turn + 2);
    CHECK(cudaMemcpyAsync(host, value, sizeof(int), cudaMemcpyDeviceToHost, stream));
    if (turn % 2 == 0) {
      CHECK(cudaLaunchHostFunc(stream, note, &log));
    } else {
      CHECK(cudaStreamAddCallback(stream, note_with_status, &log, 0));
    }
  }
  CHECK(cudaStreamSynchronize(stream));
  REQUIRE(log.count == 4);
  int product = 3;
  for (int turn = 0; turn < 4; ++turn) {
    product *= turn + 2;
    REQUIRE(log.seen[turn] == product);
    std::printf("%d\n", log.seen[turn]);
  }
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFreeHost(host));
  CHECK(cudaFree(value));
  std::printf("right\n");
}
