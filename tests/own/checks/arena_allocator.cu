// launch: k<<<1, 32, 4096>>>(in, out)
// A bump allocator kept in shared memory; handles are distances to its begin.
struct Arena { char *begin, *top; };
__device__ __noinline__ void* take(Arena* a, int n) { char* p = a->top; a->top += (n + 15) & ~15; return p; }
__device__ __noinline__ int handle(const Arena* a, const void* p) { return int((const char*)p - a->begin); }
__device__ __noinline__ float* real(const Arena* a, int h) { return (float*)(a->begin + h); }
__global__ void k(const float* in, float* out) {
  extern __shared__ char heap[];
  __shared__ Arena a;
  __shared__ int h[3];
  int t = threadIdx.x;
  if (t == 0) {
    a = {heap, heap};
    for (int i = 0; i < 3; ++i) h[i] = handle(&a, take(&a, 128 + i));
  }
  __syncthreads();
  for (int i = 0; i < 3; ++i) real(&a, h[i])[t] = in[t] * i;
  __syncthreads();
  out[t] = real(&a, h[1])[t ^ 1] + real(&a, h[2])[31 - t] + *(float*)(heap + h[2]);
}
