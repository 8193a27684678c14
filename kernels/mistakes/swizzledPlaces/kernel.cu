extern "C" __global__ void swizzledPlaces(float *out, const float *in)
{
    __shared__ float tile[TILE][TILE];

    unsigned int x = threadIdx.x;
    unsigned int y = threadIdx.y;
    unsigned int col = blockIdx.x * TILE;
    unsigned int row = blockIdx.y * TILE;

    tile[y][x ^ y] = in[(row + y) * N + col + x];
    __syncthreads();
    out[(col + y) * N + row + x] = tile[x][y ^ x];
}
