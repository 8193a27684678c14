// launch: k<<<1, 32>>>(out, 0)
__global__ void k(unsigned long long* out, unsigned long long m) {
  out[threadIdx.x] = (threadIdx.x * 0x100000001ull) % m;  // expect division_by_zero
}
