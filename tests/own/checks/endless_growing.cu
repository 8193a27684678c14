// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  int i = threadIdx.x + 1;
  while (i != 0) {  // expect endless_loop: even numbers go up by 2; odd never reach 0
    i = i * 2 + 1;
    out[threadIdx.x] = i;
  }
}
