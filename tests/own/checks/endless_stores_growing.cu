// launch: k<<<1, 32>>>(out)
// out: unsigned[32]
__global__ void k(unsigned* out) {
  unsigned long long n = 0;
  while (n != ~0ull) {  // practically endless
    n += 2;
    out[threadIdx.x] = (unsigned)n * 2654435761u;  // expect endless_loop
  }
}
