// launch: k<<<2, 32>>>(a, b, out)
// a: float[64] = i
// b: float[64] = i
// out: float[64]
__global__ void k(const float* a, const float* b, float* out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = a[i + 64] + b[i];  // expect out_of_bounds
}
