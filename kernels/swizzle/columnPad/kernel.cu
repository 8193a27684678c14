extern "C" __global__ void columnPad(int *out)
{
    __shared__ int tile[TILE][TILE + IPAD];

    unsigned int x = threadIdx.x;
    unsigned int y = threadIdx.y;

    tile[y][x] = y * TILE + x;
    __syncthreads();
    out[y * TILE + x] = tile[x][y];
}
