// launch: k<<<1, 128>>>(a)
// a: float[129]
__global__ void k(float* a) {
  int i = threadIdx.x;
  float v = a[i] + a[i + 1];
  __syncwarp();
  a[i] = v;  // expect race order_dependent: warps; the sentence must not name __syncwarp()
}
