__device__ int t1[16];
__device__ int t2[16];
__constant__ int c1[4] = {1, 2, 3, 4};
__constant__ int c2[4] = {5, 6, 7, 8};
// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  t1[in[threadIdx.x]] = 1;        // expect out_of_bounds: 16..31
  t2[in[threadIdx.x] & 15] += 1;  // expect race
  out[threadIdx.x] =
      t1[threadIdx.x & 15] + t2[threadIdx.x & 15] + c1[in[threadIdx.x] & 7] + c2[0];  // expect out_of_bounds: c1[4..7]
}
