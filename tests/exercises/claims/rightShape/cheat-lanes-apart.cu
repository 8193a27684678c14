// fails: no more sectors than each request needs
extern "C" __global__ void blockShape(float *out, const float *in)
{
    // Every element once, but the lanes of a warp are eight elements apart.
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned int i = 256 * block + thread % 32 * 8 + thread / 32;
    out[i] = in[i];
}
