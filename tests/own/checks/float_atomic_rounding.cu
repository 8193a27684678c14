// launch: k<<<8, 64>>>(in, out)
// in: float[512] = (i * 7919) % 10007
// out: float[1]
__global__ void k(const float* in, float* out) {
  atomicAdd(out, in[blockIdx.x * 64 + threadIdx.x] * 1.2345e-3f + 1e6f * (threadIdx.x == 3));
}
