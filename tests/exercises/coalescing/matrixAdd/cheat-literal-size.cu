// fails: the output is right for N = 96 and other values of a, b, too
extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    unsigned int row = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;
    out[row * 64 + col] = a[row * 64 + col] + b[row * 64 + col];
}
