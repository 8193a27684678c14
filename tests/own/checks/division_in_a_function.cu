__device__ __noinline__ int mean(int sum, int n) {
  return sum / n;  // expect division_by_zero
}
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  int n = 0;
  for (int i = 0; i < 32; ++i) n += in[i] < int(threadIdx.x);
  out[threadIdx.x] = mean(in[threadIdx.x], n);
}
