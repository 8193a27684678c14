// launch: k<<<1, 128>>>(in, out)
// in: float[1024]
// Two producer warps fill a ring of two slots, two consumer warps empty it: full 1, 2; empty 3, 4.
__device__ void sync(int id) { asm volatile("bar.sync %0, 128;" ::"r"(id) : "memory"); }
__device__ void arrive(int id) { asm volatile("bar.arrive %0, 128;" ::"r"(id) : "memory"); }
__global__ void k(const float* in, float* out) {
  __shared__ float ring[2][64];
  int w = threadIdx.x / 64, t = threadIdx.x % 64;
  if (w == 0) {
    for (int i = 0; i < 16; ++i) {
      if (i >= 2) sync(3 + i % 2);
      ring[i % 2][t] = in[i * 64 + t];
      __threadfence_block();
      arrive(1 + i % 2);
    }
  } else {
    float s = 0;
    for (int i = 0; i < 16; ++i) {
      sync(1 + i % 2);
      s += ring[i % 2][63 - t];
      if (i < 14) arrive(3 + i % 2);
    }
    out[t] = s;
  }
}
