extern "C" __global__ void vector(float4 *out, const float4 *in)
{
    __shared__ float4 tile[TILES_Y][TILES_X][32][8];  // tiles of 32 rows of 8 float4

    unsigned int x = threadIdx.x;  // a float4 of a row: 0 to 7
    unsigned int y = threadIdx.y;  // a row: 0 to 31
    unsigned int col = blockIdx.x * 32 * TILES_X;
    unsigned int row = blockIdx.y * 32 * TILES_Y;

    // All loads first: they are on their way together.
    float4 v[TILES_Y][TILES_X];
    for (unsigned int j = 0; j < TILES_Y; ++j)
        for (unsigned int i = 0; i < TILES_X; ++i)
            v[j][i] = in[((row + 32 * j + y) * N + col + 32 * i) / 4 + x];

    for (unsigned int j = 0; j < TILES_Y; ++j)
        for (unsigned int i = 0; i < TILES_X; ++i)
            tile[j][i][y][x ^ (y / 4)] = v[j][i];
    __syncthreads();

    // Row y of the transposed tile is column y of the tile: of its rows 4 x to 4 x + 3, element y % 4 of float4 y / 4.
    for (unsigned int i = 0; i < TILES_X; ++i)
        for (unsigned int j = 0; j < TILES_Y; ++j) {
            const float *column = (const float *)&tile[j][i][4 * x][(y / 4) ^ x] + y % 4;
            out[((col + 32 * i + y) * N + row + 32 * j) / 4 + x] =
                make_float4(column[0], column[32], column[64], column[96]);
        }
}
