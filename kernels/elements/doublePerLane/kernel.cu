extern "C" __global__ void doublePerLane(double *out)
{
    __shared__ double line[BDIMX * STRIDE];

    for (unsigned int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) line[k] = k;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x * STRIDE];
}
