struct S {
  int a[8];
  int b[8];
};
// launch: k<<<1, 16>>>(in, out)
__global__ void k(const int* in, int* out) {
  __shared__ S s;
  s.a[in[threadIdx.x]] = 1;  // member overrun (inside struct)
  __syncthreads();
  out[threadIdx.x] = s.b[threadIdx.x & 7];
}
