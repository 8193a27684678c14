// launch: k<<<1, 96>>>(out)
__global__ void k(int* out) {
  if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory");  // expect deadlock
  out[threadIdx.x] = 1;
}
