// launch: k<<<1, 128>>>(in, out)
// in: unsigned char[128]
// out: unsigned[32]
__global__ void k(const unsigned char* in, unsigned* out) {
  __shared__ unsigned char s[128];
  __shared__ short h[64];
  int t = threadIdx.x;
  s[t ^ 1] = in[t];
  if (t % 2) h[t / 2] = t;
  __syncthreads();
  if (t < 32) out[t] = reinterpret_cast<unsigned*>(s)[t] + reinterpret_cast<unsigned*>(h)[t];
}
