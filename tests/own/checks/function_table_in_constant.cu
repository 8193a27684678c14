// launch: k<<<1, 64>>>(out)
typedef int (*Op)(const int*, const int*, int);
__device__ int dot1(const int* p, const int* q, int i) { return p[i] * q[i]; }
__device__ int cross1(const int* p, const int* q, int i) { return p[i + 32] - q[i]; }
__device__ int first(const int* p, const int* q, int i) { return q == nullptr ? p[i] : q[i]; }
__device__ Op const ops[3] = {dot1, cross1, first};
__global__ void k(int* out) {
  __shared__ int big[64], small[32];
  int t = threadIdx.x;
  big[t] = t;
  if (t < 32) small[t] = t;
  __syncthreads();
  int which = t / 32;
  out[t] = ops[which](big, small, t % 32) + ops[2](t & 1 ? big : small, nullptr, t % 32) + ops[2](small, big, t);
}
