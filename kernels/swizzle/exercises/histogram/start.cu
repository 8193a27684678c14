// The next line says what the input holds: leave it as it is.
// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    // TODO: one copy of the bins is too few, since all lanes of a warp add to the same bin.
    __shared__ unsigned int bins[BINS];

    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) bins[b] = 0;
    __syncthreads();

    unsigned int share = N / BLOCKS;  // numbers of a block
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        atomicAdd(&bins[in[i]], weight[i]);
    }
    __syncthreads();

    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) out[blockIdx.x * BINS + b] = bins[b];
}
