// fails: a barrier or __syncwarp() stands between the stores and the loads that need them
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ volatile int row[WORDS];
    if (threadIdx.x < WORDS) row[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = row[threadIdx.x % WORDS];
}
