extern "C" __global__ void copyRows(float *out, const float *in)
{
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int row = blockIdx.y * TILE;

    for (unsigned int y = threadIdx.y; y < TILE; y += ROWS) out[(row + y) * N + x] = in[(row + y) * N + x];
}
