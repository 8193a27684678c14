// fails: the output is right for N = 96, TILE = 16 and other values of a, b, too
extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    __shared__ float tileA[32][32];
    __shared__ float tileB[32][32];
    unsigned int x = blockIdx.x * 32 + threadIdx.x;
    unsigned int y = blockIdx.y * 32 + threadIdx.y;
    float sum = 0;
    for (unsigned int start = 0; start < N; start += 32) {
        tileA[threadIdx.y][threadIdx.x] = a[y * N + start + threadIdx.x];
        tileB[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * N + x];
        __syncthreads();
        for (unsigned int k = 0; k < 32; ++k) sum += tileA[threadIdx.y][k] * tileB[k][threadIdx.x];
        __syncthreads();
    }
    c[y * N + x] = sum;
}
