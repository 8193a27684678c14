extern "C" __global__ void tileRows(float *out, const float *in)
{
    __shared__ float tile[TILE][TILE + IPAD];

    unsigned int x = threadIdx.x;
    unsigned int col = blockIdx.x * TILE;
    unsigned int row = blockIdx.y * TILE;

    for (unsigned int y = threadIdx.y; y < TILE; y += ROWS) tile[y][x ^ (SWIZZLE * y)] = in[(row + y) * N + col + x];
    __syncthreads();
    for (unsigned int y = threadIdx.y; y < TILE; y += ROWS) out[(col + y) * N + row + x] = tile[x][y ^ (SWIZZLE * x)];
}
