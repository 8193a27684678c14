// launch: k<<<1, 32>>>(in, out)
__device__ __noinline__ const float* find(const float* p, int i) { return i == 7 ? nullptr : p + i; }
__global__ void k(const float* in, float* out) {
  out[threadIdx.x] = *find(in, threadIdx.x);  // expect out_of_bounds
}
