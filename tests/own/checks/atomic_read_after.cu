// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int n;
  if (threadIdx.x < 32) {
    if (threadIdx.x == 0) n = 0;
    __syncwarp();
    atomicAdd(&n, 1);
    __syncwarp();
    out[threadIdx.x] = atomicAdd(&n, 0);
  } else
    out[threadIdx.x] = 7;
}
