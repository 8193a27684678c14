// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    // A word of its own for each lane: one lane reads it from global memory, the others get it by a shuffle.
    __shared__ int row[32];
    int mine = threadIdx.x < WORDS ? in[threadIdx.x] : 0;
    row[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x % WORDS);
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x];
}
