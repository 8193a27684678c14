extern "C" __global__ void searchOnce(int *out)
{
    __shared__ int ring[BDIMX];

    ring[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned int k = threadIdx.x;
    for (unsigned int steps = 0; steps < BDIMX && ring[k] != WANTED; ++steps)
        k = (k + 1) % BDIMX;
    out[threadIdx.x] = k;
}
