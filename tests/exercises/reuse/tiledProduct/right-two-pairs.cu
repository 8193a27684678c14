extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    __shared__ float tileA[2][TILE][TILE];
    __shared__ float tileB[2][TILE][TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        // Two pairs of tiles: one barrier is enough, because the next step fills the other pair.
        unsigned int pair = start / TILE % 2;
        tileA[pair][threadIdx.y][threadIdx.x] = a[y * N + start + threadIdx.x];
        tileB[pair][threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * N + x];
        __syncthreads();
        for (unsigned int k = 0; k < TILE; ++k) sum += tileA[pair][threadIdx.y][k] * tileB[pair][k][threadIdx.x];
    }
    c[y * N + x] = sum;
}
