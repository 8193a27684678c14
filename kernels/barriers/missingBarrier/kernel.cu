extern "C" __global__ void missingBarrier(int *out)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    tile[threadIdx.y][threadIdx.x] = idx;
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
