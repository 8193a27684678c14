extern "C" __global__ void broadcastSome(int *out)
{
    __shared__ int row[32 * STRIDE];

    for (unsigned int i = threadIdx.x; i < 32 * STRIDE; i += 32) row[i] = i;
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % WORDS * STRIDE];
}
