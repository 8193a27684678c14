// fails: no more sectors than each request needs
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    const float *word = (const float *)in;
    float sum = 0;
    for (unsigned int i = 0; i < EACH / 4; ++i)
        for (unsigned int k = 0; k < 4; ++k) sum += ((const volatile float *)word)[(i * threads + thread) * 4 + k];
    out[thread] = sum;
}
