// Transposes of a square matrix of floats, one element a thread, blocks of 32 x 32; the last one a hundred times over.
#ifndef PAD
#define PAD 0
#endif

extern "C" __global__ void naive(float* out, const float* in, int side) {
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < side && y < side) out[x * side + y] = in[y * side + x];
}

extern "C" __global__ void tile(float* out, const float* in, int side) {
  __shared__ float cells[32][32 + PAD];
  int x = blockIdx.x * 32 + threadIdx.x;
  int y = blockIdx.y * 32 + threadIdx.y;
  if (x < side && y < side) cells[threadIdx.y][threadIdx.x] = in[y * side + x];
  __syncthreads();
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  if (x < side && y < side) out[y * side + x] = cells[threadIdx.x][threadIdx.y];
}

extern "C" __global__ void hundredfold(float* out, const float* in, int side) {
  __shared__ float cells[32][33];
  const int x = blockIdx.x * 32, y = blockIdx.y * 32;
#pragma unroll 1
  for (int turn = 0; turn < 100; ++turn) {
    cells[threadIdx.y][threadIdx.x] = in[(y + threadIdx.y) * side + x + threadIdx.x];
    __syncthreads();
    out[(x + threadIdx.y) * side + y + threadIdx.x] = cells[threadIdx.x][threadIdx.y];
    __syncthreads();
  }
}
