// launch: k<<<1, 32>>>(in, out)
// in: int[64] = (i * 29 + 3) % 64
// out: int[64]
__device__ __noinline__ void sort(int* lo, int* hi) {
  if (hi - lo < 1) return;
  int *i = lo, *j = hi, pivot = lo[(hi - lo) / 2];
  while (i <= j) {
    while (*i < pivot) ++i;
    while (*j > pivot) --j;
    if (i <= j) { int h = *i; *i++ = *j; *j-- = h; }
  }
  sort(lo, j);
  sort(i, hi);
}
__global__ void k(const int* in, int* out) {
  __shared__ int guard1[8], a[64], guard2[8];
  int t = threadIdx.x;
  a[t] = in[t]; a[t + 32] = in[t + 32];
  if (t < 8) guard1[t] = guard2[t] = -1;
  __syncwarp();
  if (t == 0) { int* b = a; sort(b, b + 31); }
  else if (t == 1) { sort(a + 32, &a[64] - 1); }
  __syncwarp();
  out[t] = a[t] + guard1[t % 8]; out[t + 32] = a[t + 32] + guard2[t % 8];
}
