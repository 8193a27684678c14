extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    // TODO: neighbouring threads take neighbouring rows. Let them take neighbouring columns.
    unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int col = blockIdx.y * blockDim.y + threadIdx.y;

    if (row < N && col < N) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
