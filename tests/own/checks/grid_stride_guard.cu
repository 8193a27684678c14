// launch: saxpy<<<3, 100>>>(x, y, 2.5f, 1000)
// x: float[1000] = i
// y: float[1000] = 1
__global__ void saxpy(const float* x, float* y, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) y[i] += a * x[i];
}
