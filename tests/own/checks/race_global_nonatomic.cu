// launch: k<<<1, 64>>>(out)
// out: int[1]
__global__ void k(int* out) {
  out[0] += 1;  // expect race
}
