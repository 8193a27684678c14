__device__ __noinline__ int total(const int* p, const int* end, int stride) {
  int s = 0;
  for (; p <= end; p += stride) s += *p;  // expect out_of_bounds
  return s;
}
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[64], b[64];
  int t = threadIdx.x;
  a[t] = a[t + 32] = 1; b[t] = b[t + 32] = 2;
  __syncthreads();
  out[t] = total(a + t, a + 64, 4) + b[t];
}
