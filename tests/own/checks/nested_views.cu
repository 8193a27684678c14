struct View { float* p; int n; };
struct Pair { View x, y; int k; };
__device__ __noinline__ float inner(Pair v, int i) {
  return v.y.p[i] + v.x.p[i + v.k];  // expect out_of_bounds
}
__device__ __noinline__ float outer(int i, Pair v) { return inner(v, i) + v.x.p[0]; }
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  a[threadIdx.x] = in[threadIdx.x];
  b[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = outer(threadIdx.x, Pair{{a, 32}, {b, 32}, 1});
}
