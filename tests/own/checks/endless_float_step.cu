// launch: k<<<1, 32>>>(out)
__global__ void k(float* out) {
  float x = 16777210.f, s = 0;
  while (x < 16777300.f) {  // expect endless_loop
    s += x;
    x += 1.f;
  }
  out[threadIdx.x] = s;
}
