// launch: k<<<2, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32], ready;
  int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t >= 32) {
    if (t == 32) atomicExch(&ready, 1);
    __threadfence_block();
    s[t - 32] = in[t];
  } else {
    while (atomicAdd(&ready, 0) == 0) {}
    __threadfence_block();
    out[blockIdx.x * 64 + t] = s[t];  // expect race
  }
}
