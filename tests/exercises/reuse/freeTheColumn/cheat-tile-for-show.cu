// fails: no element is fetched from global memory more often than N / TILE times
extern "C" __global__ void matmulTileColumn(float *c, const float *a, const float *b)
{
    __shared__ volatile float tileA[TILE][TILE];
    __shared__ volatile float tileB[TILE][TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        tileA[threadIdx.y][threadIdx.x] = a[y * N + start + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * N + x];
        __syncthreads();
        for (unsigned int k = 0; k < TILE; ++k)
            sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x] * 0 + a[y * N + start + k] * b[(start + k) * N + x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}
