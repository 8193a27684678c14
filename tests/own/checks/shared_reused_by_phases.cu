// launch: k<<<2, 128, 2048>>>(in, out)
// in: float[256]
__global__ void k(const float* in, float* out) {
  extern __shared__ __align__(16) unsigned char raw[];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  float* f = (float*)raw;
  f[t] = in[i]; f[t + 128] = 0; 
  __syncthreads();
  float v = f[127 - t] + f[255 - t];
  unsigned short* h = (unsigned short*)raw + 128;
  __syncthreads();
  if (t < 64) h[t * 2] = t; else h[(t - 64) * 2 + 1] = t;
  __syncthreads();
  unsigned both = *(unsigned*)(raw + 256 + 4 * (t / 2));
  __syncthreads();
  double* d = (double*)(raw + 1024);
  d[t] = both;
  __syncthreads();
  out[i] = v + d[t ^ 64];
}
