// launch: k<<<1, 32>>>(in, out)
__global__ void k(const int* in, int* out) {
  int lo = 0, hi = 31, key = threadIdx.x;
  while (lo < hi) {  // expect endless_loop
    int mid = (lo + hi) / 2;
    if (in[mid] <= key) lo = mid;
    else hi = mid - 1;
  }
  out[threadIdx.x] = lo;
}
