// launch: k<<<2, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int count;
  if (in[threadIdx.x] % 2) atomicAdd(&count, 1);  // expect uninitialized_read
  __syncthreads();
  if (threadIdx.x == 0) out[blockIdx.x] = count;
}
