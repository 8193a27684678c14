// launch: k<<<1, 1>>>(in, out)
// in: int[64] = (i * 37 + 11) % 64
// out: int[64]
// Sorts [lo, hi) of from into to; the two change places at every level.
__device__ __noinline__ void sort(int* from, int* to, int lo, int hi) {
  if (hi - lo < 2) return;
  int mid = (lo + hi) / 2;
  sort(to, from, lo, mid);
  sort(to, from, mid, hi);
  int i = lo, j = mid;
  for (int at = lo; at < hi; ++at) to[at] = i < mid && (j >= hi || from[i] <= from[j]) ? from[i++] : from[j++];
}
__global__ void k(const int* in, int* out) {
  __shared__ int a[64], b[64];
  for (int i = 0; i < 64; ++i) a[i] = b[i] = in[i];
  sort(a, b, 0, 64);
  for (int i = 0; i < 64; ++i) out[i] = b[i];
}
