// launch: k<<<1, 32>>>(out)
__global__ void k(short* out) {
  __shared__ short a[64];
  a[2 * threadIdx.x] = 1;
  __syncthreads();
  int v = *(int*)&a[2 * threadIdx.x];  // expect uninitialized_read: high half never written
  out[threadIdx.x] = v >> 16;
}
