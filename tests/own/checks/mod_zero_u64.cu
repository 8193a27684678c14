// launch: k<<<1, 32>>>(out, 0)
__global__ void k(unsigned long long* out, unsigned long long n) {
  out[threadIdx.x] = threadIdx.x % n;  // expect division_by_zero
}
