// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    // TODO: all words of the table lie in the same bank.
    __shared__ int row[32 * WORDS];

    if (threadIdx.x < WORDS) row[32 * threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % WORDS * 32];
}
