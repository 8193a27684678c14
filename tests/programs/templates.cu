// Kernels as C++ has them: functors, variadic templates, virtual functions, classes in constant memory, recursion of types.
#include <vector>

#include "check.h"

struct Affine {
  int factor, offset;
  __host__ __device__ int operator()(int x) const { return factor * x + offset; }
};
template <class... Functions>
struct Chain;
template <>
struct Chain<> {
  __host__ __device__ int operator()(int x) const { return x; }
};
template <class First, class... Rest>
struct Chain<First, Rest...> {
  First first;
  Chain<Rest...> rest;
  __host__ __device__ int operator()(int x) const { return rest(first(x)); }
};

template <class Function>
__global__ void transform(int* data, int n, Function function) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = function(data[i]);
}

template <class... Values>
__device__ long long sum_of(Values... values) {
  return (0ll + ... + values);
}

struct Shape {
  __device__ virtual int area() const = 0;
};
struct Square : Shape {
  int side;
  __device__ explicit Square(int s) : side(s) {}
  __device__ int area() const override { return side * side; }
};
struct Rectangle : Square {
  int height;
  __device__ Rectangle(int s, int h) : Square(s), height(h) {}
  __device__ int area() const override { return side * height; }
};

__global__ void areas(long long* out) {
  const Square square(threadIdx.x);
  const Rectangle rectangle(threadIdx.x, 3);
  const Shape* const shapes[] = {&square, &rectangle};
  out[threadIdx.x] = sum_of(shapes[threadIdx.x % 2]->area(), short(7), 1ll << 33);
}

int main() {
  const int n = 300;
  std::vector<int> host(n), back(n);
  for (int i = 0; i < n; ++i) host[i] = i;
  int* data = nullptr;
  CHECK(cudaMalloc(&data, n * sizeof(int)));
  CHECK(cudaMemcpy(data, host.data(), n * sizeof(int), cudaMemcpyHostToDevice));
  const Chain<Affine, Affine, Affine> chain = {{2, 1}, {{3, -4}, {{-1, 10}, {}}}};
  transform<<<(n + 63) / 64, 64>>>(data, n, chain);
  transform<<<(n + 63) / 64, 64>>>(data, n, Affine{5, 2});
  CHECK(cudaMemcpy(back.data(), data, n * sizeof(int), cudaMemcpyDeviceToHost));
  for (int i = 0; i < n; ++i) REQUIRE(back[i] == 5 * chain(i) + 2);
  long long *sums = nullptr, seen[32];
  CHECK(cudaMalloc(&sums, sizeof seen));
  CHECK(cudaMemset(sums, 0, sizeof seen));
  areas<<<1, 32>>>(sums);
  CHECK(cudaMemcpy(seen, sums, sizeof seen, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 32; ++i) REQUIRE(seen[i] == (1ll << 33) + 7 + (i % 2 == 0 ? i * i : 3 * i));
  CHECK(cudaFree(data));
  CHECK(cudaFree(sums));
  std::printf("last %d\nright\n", back[n - 1]);
}
