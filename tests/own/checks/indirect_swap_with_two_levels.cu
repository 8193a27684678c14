// launch: k<<<1, 32>>>(in, out, 3)
__device__ __noinline__ void stepper(float* now, float* next, float* spare, int n) {
  int t = threadIdx.x;
  if (n == 0) return;
  next[t] = now[31 - t] + spare[t];
  __syncwarp();
  stepper(next, spare, now, n - 1);
}
__global__ void k(const float* in, float* out, int n) {
  __shared__ float a[32], b[32], c[32];
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = 0; c[t] = 1;
  __syncwarp();
  stepper(a, b, c, n);
  stepper(c, a, b, n + 1);
  out[t] = a[t] + b[t] + c[t];
}
