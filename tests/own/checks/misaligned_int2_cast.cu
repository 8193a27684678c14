// launch: k<<<1, 32>>>(in, out)
// in: int[66]
__global__ void k(const int* in, int* out) {
  int2 v = *(const int2*)(in + threadIdx.x);  // expect misaligned
  out[threadIdx.x] = v.x + v.y;
}
