extern "C" __global__ void doubleColumn(double *out)
{
    __shared__ double tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;

    tile[threadIdx.y][threadIdx.x] = idx;
    __syncthreads();
    out[idx] = tile[col][row];
}
