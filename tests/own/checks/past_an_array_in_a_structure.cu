struct View {
  int* p;
  int n;
  int* q;
};
__device__ __noinline__ int view(View v, int i) {
  return v.q[v.n - 1 - i] + v.p[i + 1];  // expect out_of_bounds
}
// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ int a[32], b[32];
  a[threadIdx.x] = 1;
  b[threadIdx.x] = 2;
  __syncthreads();
  View v{a, 32, b};
  out[threadIdx.x] = view(v, threadIdx.x);
}
