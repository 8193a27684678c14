#define N 64
#define T 16
// launch: k<<<dim3(N / T, N / T), dim3(T, T)>>>(a, b, c)
// a: float[N][N] = row == col ? 2 : 0
// b: float[N][N] = row + col
// c: float[N][N]
__global__ void k(const float* a, const float* b, float* c) {
  __shared__ float as[T][T], bs[T][T];
  int r = blockIdx.y * T + threadIdx.y, q = blockIdx.x * T + threadIdx.x;
  float s = 0;
  for (int m = 0; m < N / T; m++) {
    as[threadIdx.y][threadIdx.x] = a[r * N + m * T + threadIdx.x];
    bs[threadIdx.y][threadIdx.x] = b[(m * T + threadIdx.y) * N + q];
    __syncthreads();
    for (int i = 0; i < T; i++) s += as[threadIdx.y][i] * bs[i][threadIdx.x];
    __syncthreads();
  }
  c[r * N + q] = s;
}
