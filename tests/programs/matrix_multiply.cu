// A matrix product by tiles in shared memory, of sizes that are no multiple of the tile, and its transpose's.
#include <vector>

#include "check.h"

constexpr int kTile = 16;

template <bool Transposed>
__global__ void multiply(float* c, const float* a, const float* b, int m, int n, int k) {
  __shared__ float left[kTile][kTile + 1], right[kTile][kTile + 1];
  const int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * kTile + y, column = blockIdx.x * kTile + x;
  float sum = 0;
  for (int t = 0; t < k; t += kTile) {
    left[y][x] = row < m && t + x < k ? a[row * k + t + x] : 0;
    if constexpr (Transposed) {
      const int other = blockIdx.x * kTile + y;
      right[x][y] = other < n && t + x < k ? b[other * k + t + x] : 0;
    } else {
      right[y][x] = column < n && t + y < k ? b[(t + y) * n + column] : 0;
    }
    __syncthreads();
    for (int i = 0; i < kTile; ++i) sum += left[y][i] * right[i][x];
    __syncthreads();
  }
  if (row < m && column < n) c[row * n + column] = sum;
}

int main() {
  const int m = 50, n = 35, k = 41;
  std::vector<float> a(m * k), b(k * n), bt(n * k), c(m * n);
  for (int i = 0; i < m * k; ++i) a[i] = float(i % 13 - 6);
  for (int i = 0; i < k * n; ++i) b[i] = bt[i % n * k + i / n] = float(i % 17 - 8);
  float *da = nullptr, *db = nullptr, *dc = nullptr;
  CHECK(cudaMalloc(&da, m * k * sizeof(float)));
  CHECK(cudaMalloc(&db, k * n * sizeof(float)));
  CHECK(cudaMalloc(&dc, m * n * sizeof(float)));
  CHECK(cudaMemcpy(da, a.data(), m * k * sizeof(float), cudaMemcpyHostToDevice));
  const dim3 grid((n + kTile - 1) / kTile, (m + kTile - 1) / kTile), block(kTile, kTile);
  for (const bool transposed : {false, true}) {
    CHECK(cudaMemset(dc, 0xff, m * n * sizeof(float)));
    CHECK(cudaMemcpy(db, (transposed ? bt : b).data(), k * n * sizeof(float), cudaMemcpyHostToDevice));
    if (transposed) {
      multiply<true><<<grid, block>>>(dc, da, db, m, n, k);
    } else {
      multiply<false><<<grid, block>>>(dc, da, db, m, n, k);
    }
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(c.data(), dc, m * n * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < m * n; ++i) {
      float sum = 0;
      for (int t = 0; t < k; ++t) sum += a[i / n * k + t] * b[t * n + i % n];
      REQUIRE(c[i] == sum);
    }
  }
  CHECK(cudaFree(da));
  CHECK(cudaFree(db));
  CHECK(cudaFree(dc));
  std::printf("last %.0f\nright\n", c[m * n - 1]);
}
