// launch: k<<<1, 32>>>(in, out)
// in: unsigned[128] = i
// out: unsigned[128]
__global__ void k(const unsigned* in, unsigned* out) {
  __shared__ __align__(16) unsigned s[128];
  for (int i = 0; i < 4; i++) s[i * 32 + threadIdx.x] = in[i * 32 + threadIdx.x];
  __syncthreads();
  unsigned a, b, c, d, p = (unsigned)__cvta_generic_to_shared(s) + threadIdx.x * 16;
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(p));
  out[threadIdx.x] = a;
  out[32 + threadIdx.x] = b;
  out[64 + threadIdx.x] = c;
  out[96 + threadIdx.x] = d;
}
