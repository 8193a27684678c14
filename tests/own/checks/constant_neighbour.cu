// launch: k<<<1, 16>>>(out)
__constant__ int first[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int second[8] = {10, 20, 30, 40, 50, 60, 70, 80};
__global__ void k(int* out) {
  out[threadIdx.x] = first[threadIdx.x] + second[threadIdx.x % 8];  // expect out_of_bounds
}
