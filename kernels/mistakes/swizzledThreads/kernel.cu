extern "C" __global__ void swizzledThreads(float *out, const float *in)
{
    __shared__ float tile[TILE][TILE];

    unsigned int x = threadIdx.x;
    unsigned int y = threadIdx.y;
    unsigned int col = blockIdx.x * TILE;
    unsigned int row = blockIdx.y * TILE;

    tile[y ^ x][x] = in[(row + (y ^ x)) * N + col + x];
    __syncthreads();
    out[(col + (y ^ x)) * N + row + x] = tile[x][y ^ x];
}
