extern "C" __global__ void shortPerLane(unsigned short *out)
{
    __shared__ unsigned short line[BDIMX * STRIDE];

    for (unsigned int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) line[k] = k;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x * STRIDE];
}
