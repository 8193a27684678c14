// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ int row[32];
    if (threadIdx.x < WORDS) row[threadIdx.x] = in[threadIdx.x];
    __syncwarp();
    out[threadIdx.x] = row[threadIdx.x % WORDS];
}
