// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    // Banks that are three apart are different ones, too.
    __shared__ int row[3 * WORDS];
    if (threadIdx.x < WORDS) row[3 * threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % WORDS * 3];
}
