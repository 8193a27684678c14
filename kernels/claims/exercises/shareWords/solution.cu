// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    // Neighbouring words lie in neighbouring banks, and each is served once, to all lanes that need it.
    __shared__ int row[WORDS];

    if (threadIdx.x < WORDS) row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % WORDS];
}
