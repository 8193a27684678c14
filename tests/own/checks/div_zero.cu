// launch: k<<<1, 32>>>(in, out)
// in: int[32] = i
__global__ void k(const int* in, int* out) {
  out[threadIdx.x] = 100 / in[threadIdx.x];  // expect division_by_zero: thread 0
}
