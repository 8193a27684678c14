// fails: the output is right for BLOCKS = 2, EACH = 32, MULTIPROCESSORS = 3 and other values of in, too
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    float sum = 0;
    for (unsigned int i = 0; i < 4; ++i) {
        float4 four = in[i * threads + thread];
        sum += four.x + four.y + four.z + four.w;
    }
    out[thread] = sum;
}
