// fails: no more shared memory than 32 words
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ int row[33 * WORDS];
    if (threadIdx.x < WORDS) row[33 * threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % WORDS * 33];
}
