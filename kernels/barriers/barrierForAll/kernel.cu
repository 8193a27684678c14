extern "C" __global__ void barrierForAll(int *out)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    if (threadIdx.x < BDIMX / 2) {
        tile[threadIdx.y][threadIdx.x] = idx;
    } else {
        tile[threadIdx.y][threadIdx.x] = -idx;
    }
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
