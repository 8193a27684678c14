__global__ void histogram(const int* in, int* bins) {
  bins[in[threadIdx.x] % 4] += 1;  // expect race: lost updates, no launch line
}
