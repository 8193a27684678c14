extern "C" __global__ void blockShape(float *out, const float *in)
{
    // Threads in the order in which they make warps, and blocks in any order that counts each once.
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned int i = 256 * block + thread;

    out[i] = in[i];
}
