// Streams, asynchronous copies, events between streams, host functions, memory in stream order.
#include <cstdio>

__global__ void fill(int* data, int value, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x) data[i] = value + i;
}

void CUDART_CB count(void* data) { ++*static_cast<int*>(data); }

int main() {
  const int n = 300, streams = 3;
  cudaStream_t stream[streams];
  int* host = nullptr;
  if (cudaMallocHost(&host, streams * n * sizeof(int)) != cudaSuccess) return 1;
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  int called = 0;
  for (int s = 0; s < streams; ++s) {
    if (cudaStreamCreate(&stream[s]) != cudaSuccess) return 2;
    int* data = nullptr;
    if (cudaMallocAsync(&data, n * sizeof(int), stream[s]) != cudaSuccess) return 3;
    if (s > 0 && cudaStreamWaitEvent(stream[s], done, 0) != cudaSuccess) return 4;
    fill<<<1, 64, 0, stream[s]>>>(data, 1000 * s, n);
    cudaMemcpyAsync(host + s * n, data, n * sizeof(int), cudaMemcpyDeviceToHost, stream[s]);
    cudaEventRecord(done, stream[s]);
    cudaLaunchHostFunc(stream[s], count, &called);
    if (cudaFreeAsync(data, stream[s]) != cudaSuccess) return 5;
  }
  for (int s = 0; s < streams; ++s) {
    if (cudaStreamSynchronize(stream[s]) != cudaSuccess || cudaStreamQuery(stream[s]) != cudaSuccess) return 6;
    for (int i = 0; i < n; ++i) {
      if (host[s * n + i] != 1000 * s + i) return 7;
    }
    if (cudaStreamDestroy(stream[s]) != cudaSuccess) return 8;
  }
  if (called != streams) return 9;
  float time = 0;
  if (cudaEventElapsedTime(&time, done, done) != cudaErrorInvalidResourceHandle) return 10;
  cudaEventDestroy(done);
  cudaFreeHost(host);
  std::printf("right\n");
}
