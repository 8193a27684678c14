// launch: k<<<1, 32>>>(a, b)
// a: unsigned char[5] = i
// b: unsigned char[32]
__global__ void k(const unsigned char* a, unsigned char* b) {
  b[threadIdx.x] = a[threadIdx.x % 6];  // expect out_of_bounds: thread 5
}
