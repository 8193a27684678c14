// What a stream says of itself; work in the default ones, in those that do not wait for them, and in one that is gone.
#include "check.h"

__global__ void append(int* list, int value) {
  list[list[0] + 1] = value;
  ++list[0];
}

int main() {
  int least = 1, greatest = 1, priority = 1, device = 1;
  unsigned flags = 7;
  CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
  std::printf("priorities %d to %d\n", least, greatest);
  cudaStream_t low = nullptr, high = nullptr, free_one = nullptr;
  CHECK(cudaStreamCreateWithPriority(&low, cudaStreamDefault, least));
  CHECK(cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, greatest));
  CHECK(cudaStreamCreateWithFlags(&free_one, cudaStreamNonBlocking));
  CHECK(cudaStreamGetPriority(high, &priority));
  REQUIRE(priority == greatest);
  CHECK(cudaStreamGetPriority(low, &priority));
  REQUIRE(priority == least);
  CHECK(cudaStreamGetFlags(low, &flags));
  REQUIRE(flags == cudaStreamDefault);
  CHECK(cudaStreamGetFlags(free_one, &flags));
  REQUIRE(flags == cudaStreamNonBlocking);
  CHECK(cudaStreamGetDevice(low, &device));
  REQUIRE(device == 0);
  unsigned long long ids[3] = {};
  CHECK(cudaStreamGetId(low, &ids[0]));
  CHECK(cudaStreamGetId(high, &ids[1]));
  CHECK(cudaStreamGetId(free_one, &ids[2]));
  REQUIRE(ids[0] != ids[1] && ids[1] != ids[2] && ids[0] != ids[2]);
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusActive;
  CHECK(cudaStreamIsCapturing(low, &capturing));
  REQUIRE(capturing == cudaStreamCaptureStatusNone);

  int* list = nullptr;
  CHECK(cudaMalloc(&list, 16 * sizeof(int)));
  CHECK(cudaMemset(list, 0, 16 * sizeof(int)));
  cudaEvent_t done = nullptr;
  CHECK(cudaEventCreateWithFlags(&done, cudaEventDisableTiming));
  const cudaStream_t order[] = {nullptr, low, cudaStreamLegacy, cudaStreamPerThread, high, free_one};
  int value = 0;
  for (const cudaStream_t stream : order) {
    if (value != 0) CHECK(cudaStreamWaitEvent(stream, done, cudaEventWaitDefault));
    append<<<1, 1, 0, stream>>>(list, 10 * ++value);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(done, stream));
  }
  CHECK(cudaStreamSynchronize(free_one));
  CHECK(cudaStreamQuery(free_one));
  int back[16];
  CHECK(cudaMemcpy(back, list, sizeof back, cudaMemcpyDeviceToHost));
  REQUIRE(back[0] == 6);
  for (int i = 1; i <= 6; ++i) REQUIRE(back[i] == 10 * i);
  for (const cudaStream_t stream : {low, high, free_one}) CHECK(cudaStreamDestroy(stream));
  CHECK(cudaEventDestroy(done));
  CHECK(cudaFree(list));
  std::printf("right\n");
}
