// The next line says what the input holds: leave it as it is.
// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    __shared__ unsigned int bins[BINS][32];  // a copy for each lane of a warp, each copy in one bank

    unsigned int lane = threadIdx.x % 32;

    for (unsigned int k = threadIdx.x; k < BINS * 32; k += BDIMX) bins[k / 32][k % 32] = 0;
    __syncthreads();

    unsigned int share = N / BLOCKS;  // numbers of a block
    for (unsigned int k = threadIdx.x; k < share; k += BDIMX) {
        unsigned int i = blockIdx.x * share + k;
        atomicAdd(&bins[in[i]][lane], weight[i]);
    }
    __syncthreads();

    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) {
        unsigned int sum = 0;
        for (unsigned int k = 0; k < 32; ++k) sum += bins[b][(b + k) % 32];  // each lane begins in another bank
        out[blockIdx.x * BINS + b] = sum;
    }
}
