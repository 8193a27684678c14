// launch: k<<<1, 128>>>(in, out)
// in: int[128] = i
__global__ void k(const int* in, int* out) {
  __shared__ int s[128];
  int n = 0;
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  for (int d = 1;; d *= 2) {
    int v = s[(threadIdx.x + d) % 128];
    if (__syncthreads_and(d > 16)) break;
    s[threadIdx.x] = v;
    n++;
    __syncthreads();
  }
  out[threadIdx.x] = s[threadIdx.x] + n;
}
