// launch: k<<<1, 32>>>(in, out)
// A list in shared memory whose head, and the array of weights, come from a table of pointers, all inlined.
struct Node { int next; float key; };
__global__ void k(const float* in, float* out) {
  __shared__ Node pool[32];
  __shared__ float weight[32], other[32];
  __shared__ float* choice[2];
  __shared__ Node* cursor[32];
  int t = threadIdx.x;
  pool[t].key = in[t];
  weight[t] = t; other[t] = -t;
  cursor[t] = &pool[(t * 7) % 32];
  if (t == 0) { choice[0] = weight; choice[1] = other; }
  __syncthreads();
  Node* n = cursor[t ^ 1];
  out[t] = n->key * choice[t & 1][n - pool];
}
