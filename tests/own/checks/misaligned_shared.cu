// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ __align__(16) char a[256];
  for (int i = threadIdx.x; i < 256; i += 32) a[i] = i;
  __syncthreads();
  out[threadIdx.x] = *(int*)(a + threadIdx.x * 4 + 1);  // expect misaligned
}
