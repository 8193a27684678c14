// launch: k<<<1, 32>>>(in, out)
// Lanes whose kept pointer lies in the first half go first in a list that is reached through a kept pointer.
struct Work { const float* item[32]; int* list; };
__global__ void k(const float* in, int* out) {
  __shared__ float a[64];
  __shared__ int list[32];
  __shared__ Work w;
  int t = threadIdx.x;
  a[t] = a[t + 32] = in[t];
  w.item[t] = &a[t * 37 % 64];
  if (t == 0) w.list = list;
  __syncwarp();
  bool low = w.item[31 - t] < a + 32;
  unsigned m = __ballot_sync(~0u, low), below = (1u << t) - 1;
  int at = low ? __popc(m & below) : __popc(m) + __popc(~m & below);
  w.list[at] = t;
  __syncwarp();
  out[t] = list[t];
}
