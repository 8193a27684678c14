// launch: k<<<1, 32>>>(in, out)
struct V { float *x, *y; };
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  __shared__ V v;
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = t;
  if (t == 0) v = {a, b};
  __syncthreads();
  float s = 0;
  for (float* p = v.x + t % 4; p < a + 32; p += 4) s += v.y[p - a];
  out[t] = s;
}
