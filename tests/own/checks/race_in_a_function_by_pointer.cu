typedef void (*Put)(int*, int);
__device__ __noinline__ void put(int* p, int i) {
  p[i % 33] = i;  // expect race: thread 33 and thread 0
}
__device__ Put table[1] = {put};
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int s[33];
  table[0](s, threadIdx.x);
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x % 33];
}
