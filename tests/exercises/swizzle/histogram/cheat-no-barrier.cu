// fails: no fault is found
// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    __shared__ unsigned int bins[BINS][32];
    unsigned int lane = threadIdx.x % 32, share = N / BLOCKS;
    for (unsigned int k = threadIdx.x; k < BINS * 32; k += BDIMX) bins[k / 32][k % 32] = 0;
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        atomicAdd(&bins[in[i]][lane], weight[i]);
    }
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) {
        unsigned int sum = 0;
        for (unsigned int k = 0; k < 32; ++k) sum += bins[b][(b + k) % 32];
        out[blockIdx.x * BINS + b] = sum;
    }
}
