extern "C" __global__ void index2D(float *out)
{
    unsigned int x = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int y = blockIdx.y * blockDim.y + threadIdx.y;
    unsigned int width = gridDim.x * blockDim.x;

    out[y * width + x] = (10 * x + y) / 10.0f;  // x + y / 10, rounded once
}
