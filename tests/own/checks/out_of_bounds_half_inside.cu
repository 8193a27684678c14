// launch: k<<<1, 1>>>(out)
__global__ void k(int* out) {
  __shared__ char a[34];
  for (int i = 0; i < 34; i++) a[i] = i;
  out[0] = *(int*)(a + 32);  // expect out_of_bounds: 2 of 4 bytes
}
