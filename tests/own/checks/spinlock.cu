// launch: k<<<4, 64>>>(lock, sum)
// lock: int[1] = 0
// sum: int[1]
__global__ void k(int* lock, volatile int* sum) {
  bool done = false;
  while (!done) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      sum[0] = sum[0] + 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
  }
}
