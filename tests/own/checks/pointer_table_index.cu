// launch: k<<<1, 32>>>(in, out)
// Pointers kept in a table; the place within one is used in the other.
__global__ void k(const float* in, float* out) {
  __shared__ float a[32], b[32];
  __shared__ float* rows[2];
  int t = threadIdx.x;
  a[t] = in[t];
  b[t] = 2 * in[t];
  if (t == 0) { rows[0] = a; rows[1] = b; }
  __syncthreads();
  float* p = rows[0] + t;
  int at = int(p - a);
  out[t] = rows[1][at] + rows[0][at];
}
