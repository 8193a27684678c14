// launch: k<<<3, 256>>>(in, out, 700)
// in: int[768] = i % 5
__global__ void k(const int* in, int* out, int n) {
  __shared__ int sums[8];
  int t = threadIdx.x, i = blockIdx.x * 256 + t, lane = t % 32, w = t / 32;
  int v = i < n ? in[i] : 0;
  for (int d = 1; d < 32; d *= 2) {
    int u = __shfl_up_sync(~0u, v, d);
    if (lane >= d) v += u;
  }
  if (lane == 31) sums[w] = v;
  __syncthreads();
  if (w == 0 && lane < 8) {
    int s = sums[lane];
    for (int d = 1; d < 8; d *= 2) {
      int u = __shfl_up_sync(0xffu, s, d);
      if (lane >= d) s += u;
    }
    sums[lane] = s;
  }
  __syncthreads();
  if (i >= n) return;
  out[i] = v + (w ? sums[w - 1] : 0);
}
