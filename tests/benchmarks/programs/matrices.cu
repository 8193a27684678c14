// Matrices of 1024 x 1024 elements, transposed and multiplied through tiles in shared memory.
#include <cstdio>
#include <vector>

constexpr int kSide = 1024, kTile = 32;

__global__ void transpose(float* out, const float* in) {
  __shared__ float tile[kTile][kTile];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * kSide + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  out[y * kSide + x] = tile[threadIdx.x][threadIdx.y];
}

__global__ void multiply(float* c, const float* a, const float* b) {
  __shared__ float left[kTile][kTile], right[kTile][kTile];
  const int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  float sum = 0;
  for (int first = 0; first < kSide; first += kTile) {
    left[threadIdx.y][threadIdx.x] = a[y * kSide + first + threadIdx.x];
    right[threadIdx.y][threadIdx.x] = b[(first + threadIdx.y) * kSide + x];
    __syncthreads();
    for (int k = 0; k < kTile; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
    __syncthreads();
  }
  c[y * kSide + x] = sum;
}

int main() {
  const std::size_t count = std::size_t{kSide} * kSide, bytes = count * sizeof(float);
  std::vector<float> values(count), turned(count), product(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(i % 7);
  float *in = nullptr, *out = nullptr, *c = nullptr;
  if (cudaMalloc(&in, bytes) != cudaSuccess || cudaMalloc(&out, bytes) != cudaSuccess ||
      cudaMalloc(&c, bytes) != cudaSuccess) {
    return 1;
  }
  cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice);
  const dim3 grid(kSide / kTile, kSide / kTile), block(kTile, kTile);
  transpose<<<grid, block>>>(out, in);
  multiply<<<grid, block>>>(c, in, out);
  cudaMemcpy(turned.data(), out, bytes, cudaMemcpyDeviceToHost);
  if (cudaMemcpy(product.data(), c, bytes, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
  for (int y = 0; y < kSide; ++y) {
    for (int x = 0; x < kSide; ++x) {
      if (turned[x * kSide + y] != values[y * kSide + x]) return 2;
    }
  }
  float sum = 0;
  for (int k = 0; k < kSide; ++k) sum += values[k] * values[kSide + k];
  std::printf(product[1] == sum ? "right\n" : "wrong\n");
}
