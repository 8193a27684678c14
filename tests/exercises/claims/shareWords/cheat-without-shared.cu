// fails: every word is read from global memory only once
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    out[threadIdx.x] = in[threadIdx.x % WORDS];
}
