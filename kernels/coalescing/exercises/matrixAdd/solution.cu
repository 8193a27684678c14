extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    // A warp takes a piece of one row: its lanes read and write neighbouring elements.
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < N && col < N) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
