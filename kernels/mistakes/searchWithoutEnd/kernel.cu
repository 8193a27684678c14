extern "C" __global__ void searchWithoutEnd(int *out)
{
    __shared__ int ring[BDIMX];

    ring[threadIdx.x] = threadIdx.x;
    __syncthreads();
    unsigned int k = threadIdx.x;
    while (ring[k] != WANTED)
        k = (k + 1) % BDIMX;
    out[threadIdx.x] = k;
}
