extern "C" __global__ void everyOther(int *out)
{
    __shared__ int tile[BDIMY * BDIMX];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;

    tile[idx] = idx;
    __syncthreads();
    out[idx] = tile[2 * idx % (BDIMY * BDIMX)];
}
