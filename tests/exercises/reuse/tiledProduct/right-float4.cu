extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    __shared__ float4 tileA[TILE][TILE / 4];
    __shared__ float tileB[TILE][TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (unsigned int start = 0; start < N; start += TILE) {
        reinterpret_cast<float *>(tileA[threadIdx.y])[threadIdx.x] = a[y * N + start + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * N + x];
        __syncthreads();
        for (unsigned int k = 0; k < TILE; k += 4) {
            float4 four = tileA[threadIdx.y][k / 4];
            sum += four.x * tileB[k][threadIdx.x] + four.y * tileB[k + 1][threadIdx.x];
            sum += four.z * tileB[k + 2][threadIdx.x] + four.w * tileB[k + 3][threadIdx.x];
        }
        __syncthreads();
    }
    c[y * N + x] = sum;
}
