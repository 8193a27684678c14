// Sums and maxima by warp shuffles: templates over type and operation, two launches a reduction.
#include <climits>
#include <vector>

#include "check.h"

struct Sum {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Largest {
  template <class T>
  __host__ __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

template <class T, class Operation>
__device__ T of_warp(T value, Operation combine) {
  for (int distance = warpSize / 2; distance > 0; distance /= 2) {
    value = combine(value, __shfl_down_sync(0xffffffffu, value, distance));
  }
  return value;
}

template <class T, class Operation>
__global__ void reduce(T* out, const T* in, int n, T neutral, Operation combine) {
  __shared__ T partial[32];
  T value = neutral;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) value = combine(value, in[i]);
  value = of_warp(value, combine);
  const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  if (lane == 0) partial[warp] = value;
  __syncthreads();
  if (warp != 0) return;
  value = of_warp(lane < blockDim.x / warpSize ? partial[lane] : neutral, combine);
  if (lane == 0) out[blockIdx.x] = value;
}

template <class T, class Operation>
void try_with(const char* name, T neutral, Operation combine) {
  const int n = 10'000, blocks = 12;
  std::vector<T> in(n);
  T expected = neutral;
  for (int i = 0; i < n; ++i) {
    in[i] = T((i * 7919) % 1009) - T(300);
    expected = combine(expected, in[i]);
  }
  T *data = nullptr, *partial = nullptr, result = 0;
  CHECK(cudaMalloc(&data, n * sizeof(T)));
  CHECK(cudaMalloc(&partial, blocks * sizeof(T)));
  CHECK(cudaMemset(partial, 0, blocks * sizeof(T)));
  CHECK(cudaMemcpy(data, in.data(), n * sizeof(T), cudaMemcpyHostToDevice));
  reduce<<<blocks, 256>>>(partial, data, n, neutral, combine);
  CHECK(cudaMemset(data, 0, sizeof(T)));
  reduce<<<1, 64>>>(data, partial, blocks, neutral, combine);
  CHECK(cudaMemcpy(&result, data, sizeof(T), cudaMemcpyDeviceToHost));
  REQUIRE(result == expected);
  std::printf("%s %.0f\n", name, double(result));
  CHECK(cudaFree(data));
  CHECK(cudaFree(partial));
}

int main() {
  try_with<int>("sum of int", 0, Sum());
  try_with<double>("sum of double", 0, Sum());
  try_with<long long>("largest long long", LLONG_MIN, Largest());
  try_with<float>("largest float", -1e30f, Largest());
  std::printf("right\n");
}
