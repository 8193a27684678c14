// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    __shared__ unsigned int bins[BINS];
    unsigned int lane = threadIdx.x % 32, share = N / BLOCKS;
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) bins[b] = 0;
    __syncthreads();
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        unsigned int bin = in[i], mine = weight[i], sum = 0, same = __match_any_sync(~0u, bin);
        for (unsigned int from = 0; from < 32; ++from) {
            unsigned int one = __shfl_sync(~0u, mine, from);
            if (same >> from & 1) sum += one;
        }
        if (lane == __ffs(same) - 1) atomicAdd(&bins[bin], sum);
    }
    __syncthreads();
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) out[blockIdx.x * BINS + b] = bins[b];
}
