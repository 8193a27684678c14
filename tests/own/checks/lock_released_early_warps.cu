// launch: k<<<1, 128>>>(out)
// out: int[1] = 0
__global__ void k(int* out) {
  __shared__ int lock, sum;
  if (threadIdx.x == 0) lock = sum = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&lock, 0, 1)) {}
    __threadfence_block();
    atomicExch(&lock, 0);
    sum += 1;  // expect race: after the lock was given back
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = sum;
}
