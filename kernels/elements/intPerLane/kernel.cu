extern "C" __global__ void intPerLane(int *out)
{
    __shared__ int line[BDIMX * STRIDE];

    for (unsigned int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) line[k] = k;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x * STRIDE];
}
