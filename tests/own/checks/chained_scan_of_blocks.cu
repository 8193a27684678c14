// launch: k<<<8, 64>>>(in, out, ticket, state)
// in: int[512] = 1
// out: int[512]
// ticket: int[1] = 0
// state: int[9] = 0
// output: out
__global__ void k(const int* in, int* out, int* ticket, volatile int* state) {
  __shared__ int s[64], id, prefix;
  int t = threadIdx.x;
  if (t == 0) id = atomicAdd(ticket, 1);
  __syncthreads();
  int i = id * 64 + t;
  s[t] = in[i];
  __syncthreads();
  for (int d = 1; d < 64; d *= 2) {
    int v = t >= d ? s[t - d] : 0;
    __syncthreads();
    s[t] += v;
    __syncthreads();
  }
  if (t == 0) {
    int before = 0;
    if (id > 0) {
      while ((before = state[id]) == 0) {}
      before -= 1;
    }
    __threadfence();
    state[id + 1] = before + s[63] + 1;
    prefix = before;
  }
  __syncthreads();
  out[i] = s[t] + prefix;
}
