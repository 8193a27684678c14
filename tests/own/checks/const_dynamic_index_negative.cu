__constant__ float table[16] = {1, 2, 3};
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, float* out) {
  out[threadIdx.x] = table[in[threadIdx.x] - 1 < 16 ? in[threadIdx.x] - 1 : 0];  // expect out_of_bounds: -1
}
