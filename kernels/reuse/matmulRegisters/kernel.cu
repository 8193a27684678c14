extern "C" __global__ void matmulRegisters(float *c, const float *a, const float *b)
{
    __shared__ float tileA[16 * R][16 + IPAD];
    __shared__ float tileB[16][16 * R];

    unsigned int x = blockIdx.x * 16 * R + threadIdx.x;
    unsigned int y = blockIdx.y * 16 * R + threadIdx.y;

    float sum[R][R] = {};
    for (unsigned int start = 0; start < N; start += 16) {
        for (unsigned int i = 0; i < R; ++i) {
            tileA[threadIdx.y + 16 * i][threadIdx.x] = a[(y + 16 * i) * N + start + threadIdx.x];
            tileB[threadIdx.y][threadIdx.x + 16 * i] = b[(start + threadIdx.y) * N + x + 16 * i];
        }
        __syncthreads();
        for (unsigned int k = 0; k < 16; ++k) {
            float fromA[R], fromB[R];
            for (unsigned int i = 0; i < R; ++i) {
                fromA[i] = tileA[threadIdx.y + 16 * i][k];
                fromB[i] = tileB[k][threadIdx.x + 16 * i];
            }
            for (unsigned int i = 0; i < R; ++i)
                for (unsigned int j = 0; j < R; ++j) sum[i][j] += fromA[i] * fromB[j];
        }
        __syncthreads();
    }
    for (unsigned int i = 0; i < R; ++i)
        for (unsigned int j = 0; j < R; ++j) c[(y + 16 * i) * N + x + 16 * j] = sum[i][j];
}
