// launch: k<<<1, 64>>>(in, out, 0)
// in: int[64] = i % 4
__global__ void k(const int* in, int* out, int d) {
  int t = threadIdx.x, v = in[t];
  int s = v != 0 ? 100 / v : 0;
  s += d != 0 ? t % d : 1;
  if (v) s += (100u + t) % v;
  long long q = v ? (1ll << 40) / v : 0;
  out[t] = s + int(q);
}
