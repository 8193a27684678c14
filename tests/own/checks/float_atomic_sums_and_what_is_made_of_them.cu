// launch: k<<<16, 64>>>(in, sum, mean, ticket)
// in: float[1024] = (i * 7919) % 10007
// sum: float[1] = 0
// mean: float[1] = 0
// ticket: int[1] = 0
__global__ void k(const float* in, float* sum, float* mean, int* ticket) {
  atomicAdd(sum, in[blockIdx.x * 64 + threadIdx.x] * 1.2345e-3f + 1e5f / (1 + threadIdx.x));
  __threadfence();
  if (atomicAdd(ticket, 1) == 16 * 64 - 1) *mean = atomicAdd(sum, 0.0f) / 1024;
}
