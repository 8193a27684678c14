struct Tile {
  float* p; int pitch;
  __device__ __noinline__ float at(int r, int c) const {
    return p[r * pitch + c];  // expect out_of_bounds: row 8 of 8
  }
};
// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float a[8][8], b[8][8];
  int t = threadIdx.x;
  a[t / 8][t % 8] = in[t]; b[t / 8][t % 8] = 1;
  __syncthreads();
  Tile x{a[0], 8};
  out[t] = x.at(t / 8 + 1, t % 8) + b[t / 8][t % 8];
}
