// bins[v] += how often the byte v occurs: counted in shared memory first. sums[v % 4] += v in double precision.
extern "C" __global__ void histogram(unsigned *bins, double *sums, const unsigned char *in, int n)
{
    __shared__ unsigned of_block[256];
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x) of_block[bin] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        unsigned value = in[i];
        atomicAdd(&of_block[value], 1u);
        atomicAdd(&sums[value % 4], static_cast<double>(value));
    }
    __syncthreads();
    for (int bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (of_block[bin] != 0) atomicAdd(&bins[bin], of_block[bin]);
}
