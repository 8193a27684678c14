// launch: k<<<1, 32>>>(in, out)
__device__ __noinline__ float lds(unsigned base, unsigned row, unsigned col) {
  float v;
  unsigned at = base + ((row * 32 + (col * 4 ^ (row & 7) << 2)));
  asm volatile("ld.shared.f32 %0, [%1];" : "=f"(v) : "r"(at) : "memory");
  return v;
}
__global__ void k(const float* in, float* out) {
  __shared__ __align__(128) float a[8][8], b[8][8];
  int t = threadIdx.x;
  for (int i = t; i < 64; i += 32) { a[i / 8][(i ^ i / 8) & 7] = in[i % 32]; b[i / 8][(i ^ i / 8) & 7] = i; }
  __syncwarp();
  unsigned pa = (unsigned)__cvta_generic_to_shared(a), pb = (unsigned)__cvta_generic_to_shared(b);
  float x;
  asm volatile("ld.shared.f32 %0, [%1 + 252];" : "=f"(x) : "r"(pa) : "memory");
  out[t] = lds(pa, t / 8, t % 8) + lds(pb, 7 - t / 8, t % 8) + lds(t & 1 ? pa : pb, 3, 4) + x;
}
