extern "C" __global__ void matmulTileColumn(float *c, const float *a, const float *b)
{
    __shared__ float both[2 * TILE * TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        both[threadIdx.y * TILE + threadIdx.x] = a[y * N + start + threadIdx.x];
        both[(TILE + threadIdx.y) * TILE + threadIdx.x] = b[(start + threadIdx.y) * N + x];
        __syncthreads();
        for (unsigned int k = 0; k < TILE; ++k) sum += both[threadIdx.y * TILE + k] * both[(TILE + k) * TILE + threadIdx.x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}
