extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    out[256 * block + thread] = in[256 * block + thread];
}
