#define N 96
// launch: k<<<dim3(3, 3), dim3(32, 8)>>>(in, out)
// in: float[N][N] = row * N + col
// out: float[N][N]
__global__ void k(const float* in, float* out) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8) out[(y + j) * N + x] = tile[threadIdx.x][threadIdx.y + j];
}
