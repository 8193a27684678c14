// launch: k<<<1, 64>>>(in, out)
// in: int[128] = i
// out: int[128]
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  int t = threadIdx.x & 31;
  if (threadIdx.x < 32) {
    for (int i = 0; i < 4; i++) {
      if (i) asm volatile("bar.sync 2, 64;" ::: "memory");
      s[t] = in[i * 32 + t];
      asm volatile("bar.arrive 1, 64;" ::: "memory");
    }
  } else {
    for (int i = 0; i < 4; i++) {
      asm volatile("bar.sync 1, 64;" ::: "memory");
      out[i * 32 + t] = s[31 - t];
      if (i < 3) asm volatile("bar.arrive 2, 64;" ::: "memory");
    }
  }
}
