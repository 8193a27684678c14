extern "C" __global__ void charPerLane(unsigned char *out)
{
    __shared__ unsigned char line[BDIMX * STRIDE];

    for (unsigned int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) line[k] = k % 251;
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x * STRIDE];
}
