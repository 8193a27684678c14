// launch: k<<<3, 64>>>(in, out, 3)
// in: int[192] = i
// out: int[192]
__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[64];
  for (int i = 0; i < n + (int)blockIdx.x; i++) {
    s[threadIdx.x] = in[i * 64 % 192 + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] += s[(threadIdx.x + i) % 64];
    __syncthreads();
  }
}
