extern "C" __global__ void copyVector(float4 *out, const float4 *in)
{
    unsigned int x = threadIdx.x;  // a float4 of a row: 0 to 7
    unsigned int y = threadIdx.y;  // a row: 0 to 31
    unsigned int col = blockIdx.x * 32 * TILES_X;
    unsigned int row = blockIdx.y * 32 * TILES_Y;

    float4 v[TILES_Y][TILES_X];
    for (unsigned int j = 0; j < TILES_Y; ++j)
        for (unsigned int i = 0; i < TILES_X; ++i)
            v[j][i] = in[((row + 32 * j + y) * N + col + 32 * i) / 4 + x];

    for (unsigned int j = 0; j < TILES_Y; ++j)
        for (unsigned int i = 0; i < TILES_X; ++i)
            out[((row + 32 * j + y) * N + col + 32 * i) / 4 + x] = v[j][i];
}
