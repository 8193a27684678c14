// launch: k<<<1, 64>>>(in, out)
// in: float[66] = i
__global__ void k(const float* in, float* out) {
  const float* p = in + 1;
  out[threadIdx.x] = p[(int)threadIdx.x - 1] + p[threadIdx.x + 1];
}
