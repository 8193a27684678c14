// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    __shared__ unsigned int bins[32][BINS + 1];
    unsigned int lane = threadIdx.x % 32, share = N / BLOCKS;
    for (unsigned int k = threadIdx.x; k < 32 * (BINS + 1); k += BDIMX) bins[k / (BINS + 1)][k % (BINS + 1)] = 0;
    __syncthreads();
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        atomicAdd(&bins[lane][in[i]], weight[i]);
    }
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) {
        unsigned int sum = 0;
        for (unsigned int k = 0; k < 32; ++k) sum += bins[k][b];
        out[blockIdx.x * BINS + b] = sum;
    }
}
