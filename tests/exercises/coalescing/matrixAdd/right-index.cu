extern "C" __global__ void matrixAdd(float *out, const float *a, const float *b)
{
    unsigned int row = blockIdx.y * BDIMY + threadIdx.y, i = row * N + blockIdx.x * BDIMX + threadIdx.x;
    if (row < N && blockIdx.x * BDIMX + threadIdx.x < N) out[i] = a[i] + b[i];
}
