// launch: k<<<1, 32>>>(lock, out)
// lock: int[1] = 0
// out: int[1]
__global__ void k(int* lock, int* out) {
  while (atomicCAS(lock, 0, 1) != 0)  // expect endless_loop
    ;
  out[0] += 1;
}
