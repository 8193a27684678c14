extern "C" __global__ void index2DDown(float *out)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int height = gridDim.y * blockDim.y;

    out[x * height + y] = (10 * x + y) / 10.0f;  // x + y / 10, rounded once
}
