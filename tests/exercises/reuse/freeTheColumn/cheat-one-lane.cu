// fails: no more sectors than the tiles and the product need
extern "C" __global__ void matmulTileColumn(float *c, const float *a, const float *b)
{
    __shared__ float tileA[TILE][TILE], tileB[TILE][TILE], sums[TILE][TILE];
    if (threadIdx.x != 0 || threadIdx.y != 0) return;
    unsigned int x = blockIdx.x * TILE, y = blockIdx.y * TILE;
    for (unsigned int i = 0; i < TILE * TILE; ++i) sums[i / TILE][i % TILE] = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        for (unsigned int i = 0; i < TILE * TILE; ++i) {
            tileA[i / TILE][i % TILE] = a[(y + i / TILE) * N + start + i % TILE];
            tileB[i / TILE][i % TILE] = b[(start + i / TILE) * N + x + i % TILE];
        }
        for (unsigned int i = 0; i < TILE * TILE; ++i)
            for (unsigned int k = 0; k < TILE; ++k) sums[i / TILE][i % TILE] += tileA[i / TILE][k] * tileB[k][i % TILE];
    }
    for (unsigned int i = 0; i < TILE * TILE; ++i) c[(y + i / TILE) * N + x + i % TILE] = sums[i / TILE][i % TILE];
}
