// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  if (threadIdx.x < 32)
    asm volatile("bar.sync 1, 64;");  // expect deadlock
  else
    asm volatile("bar.sync 2, 64;");  // expect deadlock
  out[threadIdx.x] = 1;
}
