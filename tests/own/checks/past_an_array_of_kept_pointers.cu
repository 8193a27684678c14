// launch: k<<<1, 32>>>(out)
// Pointers to two arrays lie in memory; what is read through them goes one beyond the first.
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  __shared__ int* rows[2];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  if (threadIdx.x == 0) {
    rows[0] = a;
    rows[1] = b;
  }
  __syncthreads();
  int sum = 0;
  for (int r = 0; r < 2; ++r) sum += rows[r][threadIdx.x + (threadIdx.x == 31 && r == 0)];  // expect out_of_bounds
  out[threadIdx.x] = sum;
}
