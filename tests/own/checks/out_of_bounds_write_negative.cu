// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  out[(int)threadIdx.x - 1] = 1;  // expect out_of_bounds: thread 0
}
