// launch: k<<<1, 64>>>(in, out)
// in: unsigned char[64] = i
__global__ void k(const unsigned char* in, unsigned char* out) {
  __shared__ unsigned char s[64];  // neighbouring bytes of one word written by different threads: no race
  s[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
