__device__ int get(const int* p, int i) { return p[i]; }  // expect out_of_bounds
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  out[threadIdx.x] = get(a, threadIdx.x + 1) + get(b, threadIdx.x);
}
