// fails: the output is right for WORDS = 7 and other values of in, too
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    out[threadIdx.x] = threadIdx.x % WORDS * STRIDE;
}
