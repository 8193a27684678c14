__device__ __noinline__ int op(int kind, int v) {
  switch (kind) {
    case 0: return v;
    case 1: return -v;
    case 2: return v * v;
    default: __trap();  // expect trap
  }
  return 0;
}
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) { out[threadIdx.x] = op(in[threadIdx.x] % 4, 3); }
