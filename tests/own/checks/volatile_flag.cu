// launch: k<<<1, 64>>>(in, out)
// Two warps: the second waits for the first by an atomic flag.
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  __shared__ int flag;
  if (threadIdx.x == 0) flag = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    s[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    __threadfence_block();
    if (threadIdx.x == 0) atomicExch(&flag, 1);
  } else {
    while (atomicAdd(&flag, 0) == 0)
      ;
    __threadfence_block();
    out[threadIdx.x - 32] = s[63 - threadIdx.x];
  }
}
