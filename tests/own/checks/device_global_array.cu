__device__ int table[16];
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  table[in[threadIdx.x]] = 1;  // expect out_of_bounds
  out[threadIdx.x] = table[in[threadIdx.x] & 15];
}
