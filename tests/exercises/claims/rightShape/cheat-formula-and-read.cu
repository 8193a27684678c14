// fails: the output is right for BDIMX = 4, N = 512 and other values of in, too
extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    out[256 * block + thread] = 256 * block + thread + 0 * in[256 * block + thread];
}
