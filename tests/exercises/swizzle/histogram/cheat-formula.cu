// fails: the output is right for N = 6144 and other values of in, weight, too
// weight: unsigned int[N] = i % 2 * 2
extern "C" __global__ void histogram(unsigned int *out, const unsigned char *in, const unsigned int *weight)
{
    for (unsigned int b = threadIdx.x; b < BINS; b += BDIMX) out[blockIdx.x * BINS + b] = N / BINS / BLOCKS;
}
