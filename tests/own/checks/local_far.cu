// launch: k<<<1, 32>>>(in, out)
// in: int[32] = i * 3
__global__ void k(const int* in, int* out) {
  volatile int a[16];
  int t = threadIdx.x;
  for (int i = 0; i < 16; ++i) a[i] = i;
  out[t] = a[in[t]];  // expect out_of_bounds
}
