// launch: k<<<1, 64>>>(out)
// out: int[1] = 0
__global__ void k(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  for (int done = 0; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      atomicExch(&lock, 0);
      sum += 1;  // expect race: outside the lock
      done = 1;
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
