// fails: the elements are stored to shared memory, and the products are made of what is loaded from it
extern "C" __global__ void matmulTileColumn(float *c, const float *a, const float *b)
{
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    float sum = 0;
    for (unsigned int k = 0; k < N; ++k) sum += a[y * N + k] * b[k * N + x];
    c[y * N + x] = sum;
}
