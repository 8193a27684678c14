extern "C" __global__ void columnRotate(int *out)
{
    __shared__ int tile[TILE][TILE];

    unsigned int x = threadIdx.x;
    unsigned int y = threadIdx.y;

    tile[y][(x + y) % TILE] = y * TILE + x;
    __syncthreads();
    out[y * TILE + x] = tile[x][(y + x) % TILE];
}
