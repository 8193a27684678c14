// launch: k<<<1, 32>>>(in, out)
struct Leaf { float v; };
struct Inner { Inner* child; Leaf *l, *r; };
__device__ __noinline__ float sum(const Inner* n) { return n ? n->l->v + n->r->v + sum(n->child) : 0; }
__global__ void k(const float* in, float* out) {
  __shared__ Leaf left[32], right[32];
  __shared__ Inner pool[32], more[32];
  int t = threadIdx.x;
  left[t].v = in[t]; right[t].v = 1;
  pool[t] = {t % 4 ? &more[t - 1] : nullptr, &left[t], &right[31 - t]};
  more[t] = {t % 4 ? &pool[t - 1] : nullptr, &right[t], &left[t]};
  __syncthreads();
  out[t] = sum(&pool[t]) + sum(&more[31 - t]);
}
