__constant__ int c[4] = {1, 2, 3, 4};
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) { out[threadIdx.x] = c[in[threadIdx.x]]; }  // expect out_of_bounds
