// launch: k<<<1, 64, 1024>>>(in, out)
extern __shared__ float f[];
extern __shared__ int n[];
__device__ __noinline__ int get(const int* p, int i) { return p[i]; }
__global__ void k(const float* in, int* out) {
  int t = threadIdx.x;
  int* tail = n + 64;
  f[t] = in[t];
  tail[t] = t;
  __syncthreads();
  out[t] = tail[63 - t] + n[t] % 7 + get(n, 64 + t) + get(tail, -t - 1) % 3;
}
