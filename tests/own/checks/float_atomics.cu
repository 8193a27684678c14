// launch: k<<<8, 64>>>(in, out)
// in: float[512] = i % 13
// out: float[1]
__global__ void k(const float* in, float* out) { atomicAdd(out, in[blockIdx.x * 64 + threadIdx.x] * 0.1f); }
