extern "C" __global__ void matmulNaiveColumn(float *c, const float *a, const float *b)
{
    unsigned int y = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int x = blockIdx.y * blockDim.y + threadIdx.y;

    float sum = 0;
    for (unsigned int k = 0; k < N; ++k) sum += a[y * N + k] * b[k * N + x];
    c[y * N + x] = sum;
}
