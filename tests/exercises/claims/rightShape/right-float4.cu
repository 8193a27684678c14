extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    // A quarter of the threads, each with four elements.
    if (thread < 64) ((float4 *)out)[64 * block + thread] = ((const float4 *)in)[64 * block + thread];
}
