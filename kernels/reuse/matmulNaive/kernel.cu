extern "C" __global__ void matmulNaive(float *c, const float *a, const float *b)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;

    float sum = 0;
    for (unsigned int k = 0; k < N; ++k) sum += a[y * N + k] * b[k * N + x];
    c[y * N + x] = sum;
}
