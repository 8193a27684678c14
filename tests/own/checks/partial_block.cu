// launch: k<<<2, dim3(6, 4, 2)>>>(in, out)
// in: int[96] = i
// out: int[4]
__global__ void k(const int* in, int* out) {
  int t = threadIdx.x + 6 * (threadIdx.y + 4 * threadIdx.z);
  int v = in[blockIdx.x * 48 + t];
  unsigned m = __activemask();
  for (int d = 16; d; d >>= 1) {
    int o = __shfl_down_sync(m, v, d);
    if ((t % 32) + d < __popc(m)) v += o;
  }
  if (t % 32 == 0) out[blockIdx.x * 2 + t / 32] = v;
}
