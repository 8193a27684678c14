// fails: every word is stored to shared memory, and every lane loads one
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    if (threadIdx.x < WORDS) out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int mine = out[threadIdx.x % WORDS];
    __syncthreads();
    out[threadIdx.x] = mine;
}
