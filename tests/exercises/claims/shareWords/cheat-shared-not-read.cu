// fails: every word is stored to shared memory, and every lane loads one
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ volatile int row[WORDS];
    int mine = 0;
    if (threadIdx.x < WORDS) row[threadIdx.x] = mine = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x % WORDS);
}
