// fails: every word is stored to shared memory, and every lane loads one
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    int mine = threadIdx.x < WORDS ? in[threadIdx.x] : 0;
    out[threadIdx.x] = __shfl_sync(0xffffffff, mine, threadIdx.x % WORDS);
}
