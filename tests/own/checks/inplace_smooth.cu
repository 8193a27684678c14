// launch: k<<<1, 128>>>(data)
__global__ void k(float* data) {
  int t = threadIdx.x;
  float v = (data[t ? t - 1 : 0] + data[t] + data[t < 127 ? t + 1 : 127]) / 3;
  __syncthreads();
  data[t] = v;
}
