// launch: k<<<1, 32>>>(out)
// out: unsigned[33] = 0
__global__ void k(unsigned* out) {
  atomicAdd((unsigned long long*)(out + 1), 1ull);  // expect misaligned
}
