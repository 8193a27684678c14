// launch: k<<<1, 1>>>(out)
__global__ void k(int* out) {
  __shared__ __align__(8) char a[16];
  for (int i = 0; i < 16; i++) a[i] = 0;
  atomicAdd((int*)(a + 2), 1);  // expect misaligned
  out[0] = a[2];
}
