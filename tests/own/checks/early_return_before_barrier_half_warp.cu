// launch: k<<<1, 48>>>(in, out, 40)
__global__ void k(const int* in, int* out, int n) {
  __shared__ int s[48];
  int t = threadIdx.x;
  s[t] = in[t];
  if (t % 2 && t < 32) return;
  __syncthreads();
  out[t] = s[t ^ 1];
}
