// launch: k<<<1, 32>>>(out)
__global__ void k(volatile int* out) {
  while (true) {
    out[threadIdx.x] = 1;  // expect endless_loop
  }
}
