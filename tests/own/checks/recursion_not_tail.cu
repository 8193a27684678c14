__device__ __noinline__ int sum(const int* p, int n) {
  if (n == 0) return 0;
  int half = n / 2;
  if (n == 1) return p[0];  // expect out_of_bounds: 33 elements asked of 32
  return sum(p, half) + sum(p + half, n - half);
}
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1; b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = sum(a, 33) + sum(b, 32);
}
