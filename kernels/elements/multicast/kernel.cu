extern "C" __global__ void multicast(int *out)
{
    __shared__ int line[BDIMX * STRIDE];

    for (unsigned int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) line[k] = k;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x / SHARE * STRIDE];
}
