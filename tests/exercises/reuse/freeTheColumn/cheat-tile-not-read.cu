// fails: the elements are stored to shared memory, and the products are made of what is loaded from it
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
        for (unsigned int k = 0; k < TILE; ++k) sum += a[y * N + start + k] * b[(start + k) * N + x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}
