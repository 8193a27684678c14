// launch: k<<<1, 32>>>(in, out)
// in: long long[32] = i - 4
__global__ void k(const long long* in, long long* out) {
  long long v = in[threadIdx.x];
  out[threadIdx.x] = (1ll << 40) / v;  // expect division_by_zero: thread 4
}
