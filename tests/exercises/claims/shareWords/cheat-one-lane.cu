// fails: a wavefront for the store, and one for the load
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ int row[32];
    if (threadIdx.x == 0) {
        for (unsigned int k = 0; k < WORDS; ++k) row[k] = in[k];
        for (unsigned int k = 0; k < 32; ++k) out[k] = ((volatile int *)row)[k % WORDS];
    }
}
