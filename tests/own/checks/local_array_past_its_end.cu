// launch: k<<<1, 32>>>(in, out)
// in: int[32] = i
__global__ void k(const int* in, int* out) {
  int l[8];
  for (int i = 0; i < 8; i++) l[i] = i;
  out[threadIdx.x] = l[in[threadIdx.x]];  // expect out_of_bounds: threads 8..31
}
