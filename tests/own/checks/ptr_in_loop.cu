// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  int s = 0;
  for (const int* p = a + threadIdx.x; p <= a + 32; p++) s += *p;  // expect out_of_bounds: one past the end, into b
  out[threadIdx.x] = s + b[threadIdx.x];
}
