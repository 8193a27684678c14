// launch: k<<<dim3(2, 2), dim3(16, 16)>>>(a, b, c, 32)
// a: float[32][32]
// b: float[32][32]
// c: float[32][32]
__global__ void k(const float* a, const float* b, float* c, int n) {
  __shared__ float sa[2][16][16 + 1], sb[2][16][16];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, col = blockIdx.x * 16 + x;
  float ra = a[row * n + x], rb = b[y * n + col], s = 0;
  int now = 0;
  sa[0][y][x] = ra; sb[0][y][x] = rb;
  __syncthreads();
  for (int k0 = 16; k0 <= n; k0 += 16) {
    if (k0 < n) { ra = a[row * n + k0 + x]; rb = b[(k0 + y) * n + col]; }
    for (int i = 0; i < 16; ++i) s += sa[now][y][i] * sb[now][i][x];
    if (k0 < n) {
      now ^= 1;
      sa[now][y][x] = ra; sb[now][y][x] = rb;
      __syncthreads();
    }
  }
  c[row * n + col] = s;
}
