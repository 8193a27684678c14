// launch: k<<<1, 64>>>(out)
__constant__ int first[8] = {1, 2, 3, 4, 5, 6, 7, 8};
__constant__ int second[8] = {10, 20, 30, 40, 50, 60, 70, 80};
__device__ __noinline__ int get(const int* p, int i) { return p[i]; }
__global__ void k(int* out) {
  const int* p = threadIdx.x & 1 ? first : second;
  out[threadIdx.x] = get(p, threadIdx.x % 8) + get(first, 7) + second[threadIdx.x / 8];
}
