__device__ __noinline__ int get(const int* p, int i) {
  return p[i];  // expect out_of_bounds
}
__device__ __noinline__ int get2(const int* p, int i) { return p[i ^ 1]; }
typedef int (*Fn)(const int*, int);
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  Fn f = threadIdx.x & 1 ? get : get2;
  out[threadIdx.x] = b[threadIdx.x ^ 1] + f(a, threadIdx.x + (threadIdx.x == 31));
}
