extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;

    unsigned int col = ALONG_ROW ? x : y;
    unsigned int row = ALONG_ROW ? y : x;

    if (row < N && col < N) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
