// launch: k<<<2, 64>>>(in, out)
// in: int[128] = i
// out: int[2]
__global__ void k(const int* in, int* out) {
  __shared__ bool found;
  if (threadIdx.x == 0) found = false;
  __syncthreads();
  if (in[blockIdx.x * 64 + threadIdx.x] % 9 == 0) found = true;
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = found;
}
