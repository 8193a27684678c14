// fails: the output is right for N = 6144 and other values of in, weight, too
// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    __shared__ unsigned int bins[BINS];
    unsigned int lane = threadIdx.x % 32, share = N / BLOCKS;
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) bins[b] = 0;
    __syncthreads();
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        unsigned int sum = __reduce_add_sync(~0u, weight[i]);
        if (lane == 0) atomicAdd(&bins[in[i]], sum);
    }
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) out[blockIdx.x * BINS + b] = bins[b];
}
