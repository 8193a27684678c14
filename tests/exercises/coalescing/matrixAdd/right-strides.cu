extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    for (unsigned int row = blockIdx.y * BDIMY + threadIdx.y; row < N; row += gridDim.y * BDIMY)
        for (unsigned int col = blockIdx.x * BDIMX + threadIdx.x; col < N; col += gridDim.x * BDIMX) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
