// Lengths of Collatz sequences: every lane leaves the loop at another time.
extern "C" __global__ void collatz(int* lengths, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  unsigned n = i + 1;
  int length = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    ++length;
  }
  lengths[i] = length;
}
