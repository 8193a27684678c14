extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < N && col < N) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
