struct S {
  char c;
  int x;
  short h;
};
// launch: k<<<1, 64>>>(out)
__global__ void k(int* out) {
  __shared__ S s[64];
  S v;
  v.c = threadIdx.x;
  v.x = 3;
  v.h = 4;
  s[threadIdx.x] = v;
  __syncthreads();
  S w = s[63 - threadIdx.x];
  out[threadIdx.x] = w.c + w.x + w.h;
}
