// launch: k<<<1, 64>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ int a[64];
  for (int r = 0; r < 2; r++) {
    a[threadIdx.x] = in[threadIdx.x] + r;  // expect race: (missing trailing barrier)
    __syncthreads();
    out[threadIdx.x] += a[63 - threadIdx.x];  // expect race
  }
}
