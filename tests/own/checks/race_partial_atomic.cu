// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int n;
  if (threadIdx.x == 0) n = 0;
  atomicAdd(&n, 1);  // expect race: with plain store in line 4
  __syncthreads();
  out[threadIdx.x] = n;
}
