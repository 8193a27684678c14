// launch: k<<<2, dim3(32, 4)>>>(in, out)
// in: float[256] = i
// out: float[256]
__global__ void k(const float* in, float* out) {
  __shared__ float a[4][33];
  __shared__ double b[3];
  __shared__ char c[7];
  __shared__ int4 d[4];
  int t = threadIdx.y * 32 + threadIdx.x;
  a[threadIdx.y][threadIdx.x] = in[blockIdx.x * 128 + t];
  if (t < 3) b[t] = t;
  if (t < 7) c[t] = t;
  if (t < 4) d[t] = make_int4(t, t, t, t);
  __syncthreads();
  out[blockIdx.x * 128 + t] = a[t % 4][t / 4] + b[t % 3] + c[t % 7] + d[t % 4].w;
}
