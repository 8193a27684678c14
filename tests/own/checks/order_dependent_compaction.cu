// launch: k<<<1, 64>>>(in, out)
// in: int[64] = i
__global__ void k(const int* in, int* out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  __syncthreads();
  if (in[threadIdx.x] % 3 == 0) out[atomicAdd(&n, 1)] = in[threadIdx.x];  // expect order_dependent
}
