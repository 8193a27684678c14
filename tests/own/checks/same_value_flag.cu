// launch: k<<<1, 64>>>(in, out)
// in: int[64] = i
__global__ void k(const int* in, int* out) {
  bool any = __syncthreads_or(in[threadIdx.x] == 63);
  out[threadIdx.x] = any + __syncthreads_count(in[threadIdx.x] & 1);
}
