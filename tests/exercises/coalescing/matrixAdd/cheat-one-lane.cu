// fails: no more sectors than the matrices need
extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    if (threadIdx.x != 0 || threadIdx.y != 0) return;
    for (unsigned int row = blockIdx.y * BDIMY; row < (blockIdx.y + 1) * BDIMY; ++row)
        for (unsigned int col = blockIdx.x * BDIMX; col < (blockIdx.x + 1) * BDIMX; ++col) out[row * N + col] = a[row * N + col] + b[row * N + col];
}
