// launch: k<<<1, 32>>>(out)
__global__ void k(int* out) {
  __shared__ volatile int a[32];
  a[threadIdx.x] = 0;
  __syncwarp();
  int v;
  if (threadIdx.x < 16) {
    a[threadIdx.x + 16] = threadIdx.x;  // expect race
    v = 0;
  }
  else {
    v = a[threadIdx.x];
  }
  out[threadIdx.x] = v;
}
