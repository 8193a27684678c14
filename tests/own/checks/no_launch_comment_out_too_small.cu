// launch: k<<<2, 32>>>(in, out)
// out: float[40]
__global__ void k(const float* in, float* out) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[i];  // expect out_of_bounds
}
