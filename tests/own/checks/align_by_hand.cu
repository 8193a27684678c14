// launch: k<<<2, 32, 700>>>(in, out)
template <typename T> __device__ T* take(char*& at, int count) {
  unsigned long long a = (unsigned long long)at;
  a = (a + alignof(T) - 1) / alignof(T) * alignof(T);
  at = (char*)(a + count * sizeof(T));
  return (T*)a;
}
__global__ void k(const float* in, double* out) {
  extern __shared__ char raw[];
  char* at = raw;
  char* flags = take<char>(at, 33);
  double* d = take<double>(at, 32);
  float4* q = take<float4>(at, 8);
  float* f = take<float>(at, 32);
  int t = threadIdx.x, i = blockIdx.x * 32 + t;
  flags[t + 1] = t & 1;
  if (t == 0) flags[0] = 0;
  d[t] = in[i];
  f[t] = in[i] * 2;
  if (t < 8) q[t] = make_float4(t, t, t, t);
  __syncthreads();
  out[i] = d[31 - t] + f[t ^ 1] + q[t / 4].y + flags[t] + flags[32 - t];
}
