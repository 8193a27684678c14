// launch: k<<<2, 32>>>(data)
// data: int[64] = i
__global__ void k(int* data) {
  int i = blockIdx.x * 32 + threadIdx.x;
  int v = data[63 - i];
  data[i] = v;  // expect order_dependent: blocks read what the other writes
}
