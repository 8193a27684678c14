extern "C" __global__ void tileAfterTile(int *out)
{
    __shared__ int tile[BDIMY][BDIMX];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    for (unsigned int k = 0; k < TILES; ++k) {
        tile[threadIdx.y][threadIdx.x] = k * BDIMY * BDIMX + idx;
        __syncthreads();
        out[k * BDIMY * BDIMX + idx] = tile[BDIMY - 1 - threadIdx.y][threadIdx.x];
#if BARRIERS == 2
        __syncthreads();
#endif
    }
}
