// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ int a[64];
  a[threadIdx.x] = threadIdx.x;            // expect race
  out[threadIdx.x] = a[63 - threadIdx.x];  // expect race
}
