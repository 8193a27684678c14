// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  if (threadIdx.x == 7) __trap();  // expect trap
  out[threadIdx.x] = 1;
}
