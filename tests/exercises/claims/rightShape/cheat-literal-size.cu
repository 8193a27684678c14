// fails: the output is right for BDIMX = 4, N = 512 and other values of in, too
extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int thread = threadIdx.y * 2 + threadIdx.x;
    unsigned int block = blockIdx.y * 128 + blockIdx.x;
    out[256 * block + thread] = in[256 * block + thread];
}
