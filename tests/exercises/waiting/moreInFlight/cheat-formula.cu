// fails: the output is right for BLOCKS = 2, EACH = 32, MULTIPROCESSORS = 3 and other values of in, too
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    out[thread] = (4 * thread % 16 * 4 + 6) * (EACH / 4);
}
