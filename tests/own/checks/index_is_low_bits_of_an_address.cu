// launch: k<<<1, 32>>>(in, out)
struct V { float* x; };
__global__ void k(const float* in, float* out) {
  __shared__ __align__(128) float a[32];
  __shared__ float b[32];
  __shared__ V v;
  int t = threadIdx.x;
  a[t] = in[t]; b[t] = 1;
  if (t == 0) v.x = b;
  __syncthreads();
  unsigned lane_of = (unsigned)__cvta_generic_to_shared(&a[t ^ 3]) / 4 % 32;
  out[t] = v.x[lane_of] + a[t ^ 1];
}
