// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32];
  __shared__ volatile int ready;
  int t = threadIdx.x;
  if (t == 0) ready = 0;
  __syncthreads();
  if (t < 32) {
    if (t == 0) ready = 1;
    __threadfence_block();
    s[t] = in[t];
  } else {
    while (!ready) {}
    __threadfence_block();
    out[t - 32] = s[t - 32];  // expect race: the flag comes before the data
  }
}
