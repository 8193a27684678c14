// All ways to launch one kernel: <<<>>>, cudaLaunchKernel, cudaLaunchKernelEx, cudaLaunchKernelExC, handles.
#include "check.h"

struct Step {
  double factor;
  char offset;
};

__global__ void apply(int* data, Step step, short sign) {
  const int i = (blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  data[i] = int(data[i] * step.factor) + sign * step.offset;
}

constexpr int kCount = 2 * 3 * 8 * 4;

int main() {
  int* data = nullptr;
  CHECK(cudaMalloc(&data, kCount * sizeof(int)));
  int host[kCount], expected[kCount];
  for (int i = 0; i < kCount; ++i) expected[i] = host[i] = i;
  CHECK(cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice));
  const dim3 grid(2, 3), block(8, 4);
  Step step = {2.0, 5};
  short sign = -1;
  void* arguments[] = {&data, &step, &sign};
  const auto compare = [&](const char* call) {
    for (int& value : expected) value = int(value * step.factor) + sign * step.offset;
    CHECK(cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < kCount; ++i) REQUIRE(host[i] == expected[i]);
    std::printf("%s: last %d\n", call, host[kCount - 1]);
  };
  apply<<<grid, block>>>(data, step, sign);
  compare("<<<>>>");
  step = {1.5, 7}, sign = 1;
  CHECK(cudaLaunchKernel(apply, grid, block, arguments, 0, nullptr));
  compare("cudaLaunchKernel of a function");
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(apply), grid, block, arguments, 0, nullptr));
  compare("cudaLaunchKernel of an address");
  cudaKernel_t kernel = nullptr;
  CHECK(cudaGetKernel(&kernel, reinterpret_cast<const void*>(apply)));
  step = {0.5, 3};
  CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, arguments, 0, nullptr));
  compare("cudaLaunchKernel of a handle");
  cudaFunction_t function = nullptr;
  CHECK(cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(apply)));
  REQUIRE(function != nullptr);
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  cudaLaunchAttribute attributes[2] = {};
  attributes[0].id = cudaLaunchAttributePriority;
  attributes[0].val.priority = 0;
  attributes[1].id = cudaLaunchAttributeCooperative;
  attributes[1].val.cooperative = 1;
  config.attrs = attributes;
  config.numAttrs = 1;
  step = {3.0, 1};
  CHECK(cudaLaunchKernelEx(&config, apply, data, step, sign));
  compare("cudaLaunchKernelEx");
  config.numAttrs = 2;
  CHECK(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(apply), arguments));
  compare("cudaLaunchKernelExC, cooperative");
  CHECK(cudaFree(data));
  std::printf("right\n");
}
