// Shared memory with bank conflicts and without, pitched memory, cudaMemcpy2D, a structure as an argument.
#include <cstdio>
#include <vector>

constexpr int kTile = 32;

struct Matrix {
  float* data;
  size_t pitch;
  int width, height;
  __device__ float& at(int y, int x) const {
    return *reinterpret_cast<float*>(reinterpret_cast<char*>(data) + y * pitch + x * sizeof(float));
  }
};

template <int Pad>
__global__ void transpose(Matrix out, Matrix in) {
  __shared__ float tile[kTile][kTile + Pad];
  int x = blockIdx.x * kTile + threadIdx.x, y = blockIdx.y * kTile + threadIdx.y;
  if (x < in.width && y < in.height) tile[threadIdx.y][threadIdx.x] = in.at(y, x);
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x, y = blockIdx.x * kTile + threadIdx.y;
  if (x < out.width && y < out.height) out.at(y, x) = tile[threadIdx.x][threadIdx.y];
}

int main() {
  const int width = 100, height = 50;
  std::vector<float> in(width * height), out(width * height);
  for (int i = 0; i < width * height; ++i) in[i] = float(i);
  Matrix a{nullptr, 0, width, height}, b{nullptr, 0, height, width};
  if (cudaMallocPitch(&a.data, &a.pitch, width * sizeof(float), height) != cudaSuccess) return 1;
  if (cudaMallocPitch(&b.data, &b.pitch, height * sizeof(float), width) != cudaSuccess) return 1;
  if (a.pitch % 256 != 0 || a.pitch < width * sizeof(float)) return 2;
  const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), block(kTile, kTile);
  for (int padded = 0; padded < 2; ++padded) {
    cudaMemset2D(b.data, b.pitch, 0xff, height * sizeof(float), width);
    cudaMemcpy2D(a.data, a.pitch, in.data(), width * sizeof(float), width * sizeof(float), height,
                 cudaMemcpyHostToDevice);
    if (padded) {
      transpose<1><<<grid, block>>>(b, a);
    } else {
      transpose<0><<<grid, block>>>(b, a);
    }
    if (cudaMemcpy2D(out.data(), height * sizeof(float), b.data, b.pitch, height * sizeof(float), width,
                     cudaMemcpyDeviceToHost) != cudaSuccess) {
      return 3;
    }
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) {
        if (out[x * height + y] != in[y * width + x]) return 4;
      }
    }
  }
  cudaFree(a.data);
  cudaFree(b.data);
  std::printf("right\n");
}
