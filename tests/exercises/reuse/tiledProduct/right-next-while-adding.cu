extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    __shared__ float tileA[TILE][TILE];
    __shared__ float tileB[TILE][TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float nextA = a[y * N + threadIdx.x], nextB = b[threadIdx.y * N + x];
    float sum = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        tileA[threadIdx.y][threadIdx.x] = nextA;
        tileB[threadIdx.y][threadIdx.x] = nextB;
        __syncthreads();
        if (start + TILE < N) {
            nextA = a[y * N + start + TILE + threadIdx.x];
            nextB = b[(start + TILE + threadIdx.y) * N + x];
        }
        for (unsigned int k = 0; k < TILE; ++k) sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}
