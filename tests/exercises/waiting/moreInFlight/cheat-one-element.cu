// fails: the output is right for BLOCKS = 2, EACH = 32, MULTIPROCESSORS = 3 and other values of in, too
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    float4 four = in[thread];
    out[thread] = (four.x + four.y + four.z + four.w) * (EACH / 4);
}
