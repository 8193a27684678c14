// launch: k<<<2, 96>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int s[32], r[32];
  __shared__ volatile int full, done;
  int t = threadIdx.x, w = t / 32, lane = t % 32, i = blockIdx.x * 96 + t;
  if (t == 0) full = done = 0;
  __syncthreads();
  if (w == 2) {
    s[lane] = in[i];
    __threadfence_block();
    __syncwarp();
    if (lane == 0) full = 1;
  } else if (w == 0) {
    while (full == 0) {}
    __threadfence_block();
    r[lane] = s[31 - lane];
    __threadfence_block();
    __syncwarp();
    if (lane == 0) done = 1;
  } else {
    while (!done) __nanosleep(20);
    __threadfence_block();
    out[i] = r[lane ^ 1];
  }
}
