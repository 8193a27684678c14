// launch: k<<<1, 32>>>(in, out)
// in: unsigned char[32]
// out: unsigned char[32]
__global__ void k(const unsigned char* in, unsigned char* out) {
  out[threadIdx.x] = in[int(threadIdx.x) - 1];  // expect out_of_bounds
}
