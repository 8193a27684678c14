// launch: k<<<2, 64>>>(in, out)
// in: int[128] = i
// out: int[128]
__global__ void k(const int* in, int* out) {
  __shared__ int s[64];
  int g = blockIdx.x * 64 + threadIdx.x;
  s[threadIdx.x] = in[g];
  if (blockIdx.x == 0) {
    __syncthreads();
    out[g] = s[63 - threadIdx.x];
  } else {
    __syncthreads();
    out[g] = s[threadIdx.x ^ 32];
  }
}
