// launch: k<<<1, 32>>>(out)
// out: int[32]
__global__ void k(int* out) {
  __shared__ char s[128];
  int t = threadIdx.x;
  for (int i = 0; i < 4; ++i) if (t * 4 + i != 77) s[t * 4 + i] = i;
  __syncthreads();
  out[t] = ((int*)s)[t ^ 1];  // expect uninitialized_read
}
