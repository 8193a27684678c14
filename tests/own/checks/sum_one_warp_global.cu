// launch: k<<<1, 32>>>(in, out)
// in: int[32] = i
// out: int[1]
__global__ void k(const int* in, int* out) {
  *out += in[threadIdx.x];  // expect race: lost updates within a warp
}
