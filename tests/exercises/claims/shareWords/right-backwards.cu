// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ int row[32];
    if (threadIdx.x >= 32 - WORDS) row[threadIdx.x] = in[31 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[31 - threadIdx.x % WORDS];
}
