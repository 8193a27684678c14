// launch: k<<<2, 64>>>(in, out)
class Queue {
 public:
  __device__ void init() { if (threadIdx.x == 0) head = tail = 0; __syncthreads(); }
  __device__ __noinline__ void push(int v) { slots[atomicAdd(&tail, 1) % 64] = v; }
  __device__ __noinline__ bool pop(int* v) { int i = atomicAdd(&head, 1); if (i >= tail) return false; *v = slots[i % 64]; return true; }
 private:
  int head, tail;
  int slots[64];
};
__global__ void k(const int* in, int* out) {
  __shared__ Queue q;
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  q.init();
  q.push(in[blockIdx.x * 64 + threadIdx.x]);
  __syncthreads();
  int v;
  if (threadIdx.x % 2) while (q.pop(&v)) atomicAdd(&sum, v);
  __syncthreads();
  out[blockIdx.x * 64 + threadIdx.x] = sum;
}
