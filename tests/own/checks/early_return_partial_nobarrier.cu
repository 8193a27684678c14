// launch: k<<<2, 48>>>(in, out, 70)
// in: int[70] = i
// out: int[70]
__global__ void k(const int* in, int* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = in[n - 1 - i];
}
