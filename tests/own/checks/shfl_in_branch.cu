// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  int v = in[threadIdx.x];
  if (v % 2 == 0) {
    v = __shfl_sync(0xffffffffu, v, 1);  // expect deadlock: odd lanes are named but elsewhere
    out[threadIdx.x] = v;
  } else {
    for (int i = 0; i < 3; i++) out[threadIdx.x] += v;
  }
  __syncwarp();  // expect deadlock
  out[threadIdx.x] += 1;
}
