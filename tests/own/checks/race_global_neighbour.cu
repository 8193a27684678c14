// launch: k<<<2, 64>>>(a)
// a: float[129]
__global__ void k(float* a) {
  int i = blockIdx.x * 64 + threadIdx.x;
  a[i] = 0.5f * (a[i] + a[i + 1]);  // expect race order_dependent
}
