extern "C" __global__ void broadcast(int *out)
{
    __shared__ int line[64];

    for (unsigned int k = threadIdx.x; k < 64; k += BDIMX) line[k] = 100 + k;
    __syncthreads();
    out[threadIdx.x] = line[WHICH];
}
