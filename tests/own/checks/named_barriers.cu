// launch: k<<<1, 128>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[128];
  int t = threadIdx.x, g = t / 64;
  s[t] = in[t];
  if (g == 0)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
  out[t] = s[g * 64 + 63 - (t & 63)];
}
