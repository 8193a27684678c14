// fails: no more sectors than both matrices need
extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (unsigned int i = 256 * block; i < 256 * block + 256; ++i) out[i] = in[i];
    }
}
