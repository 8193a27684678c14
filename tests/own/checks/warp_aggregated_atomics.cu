// launch: k<<<2, 100>>>(in, out, count)
// in: int[200] = i * 7 % 10
// out: int[200]
// count: int[1] = 0
// output: count
__device__ __noinline__ int take(int* counter) {
  unsigned mask = __activemask();
  int leader = __ffs(mask) - 1, lane = threadIdx.x % 32, base;
  if (lane == leader) base = atomicAdd(counter, __popc(mask));
  base = __shfl_sync(mask, base, leader);
  return base + __popc(mask & ((1u << lane) - 1));
}
__global__ void k(const int* in, int* out, int* count) {
  __shared__ int found, list[100];
  int t = threadIdx.x;
  if (t == 0) found = 0;
  __syncthreads();
  int v = in[blockIdx.x * 100 + t];
  if (v > 4) list[take(&found)] = v;
  __syncthreads();
  int s = 0;
  for (int i = 0; i < found; ++i) s += list[i];
  if (t == 0) atomicAdd(count, s);
  out[blockIdx.x * 100 + t] = s;
}
