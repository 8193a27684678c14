// launch: k<<<1, 64>>>(a, out)
// a: int[2] = 0
__global__ void k(int* a, int* out) {
  int first = threadIdx.x < 32 ? 0 : 1;
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&a[first], 0, 1))
      ;
    __threadfence_block();
    for (int i = 0; i < 50; i++) out[threadIdx.x] += 1;
    asm volatile("bar.sync 3, 64;");  // let both hold one
    while (atomicCAS(&a[1 - first], 0, 1))  // expect endless_loop: ABBA
      ;
    out[threadIdx.x] = 5;
  }
}
