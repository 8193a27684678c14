// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  int s = 0;
  for (unsigned i = 10; i >= 0; i--) {  // expect endless_loop
    s += i;
    out[threadIdx.x] = s;
  }
}
