extern "C" __global__ void barrierInABranch(int *out)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    if (threadIdx.x < BDIMX / 2) {
        tile[threadIdx.y][threadIdx.x] = idx;
        __syncthreads();
    } else {
        tile[threadIdx.y][threadIdx.x] = -idx;
    }
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
