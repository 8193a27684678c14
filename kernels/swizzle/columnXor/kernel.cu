extern "C" __global__ void columnXor(int *out)
{
    __shared__ int tile[TILE][TILE];

    unsigned int x = threadIdx.x;
    unsigned int y = threadIdx.y;

    tile[y][x ^ y] = y * TILE + x;
    __syncthreads();
    out[y * TILE + x] = tile[x][y ^ x];
}
