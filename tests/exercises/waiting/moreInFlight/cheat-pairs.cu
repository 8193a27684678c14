// fails: no more sectors than the elements and the sums need
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    const float2 *pairs = (const float2 *)in;
    float sum = 0;
    for (unsigned int i = 0; i < EACH / 4; ++i) {
        float2 a = pairs[2 * (i * threads + thread)];
        float sumOfPair = a.x + a.y;
        __syncwarp();
        float2 b = pairs[2 * (i * threads + thread) + 1];
        sum += sumOfPair + b.x + b.y;
    }
    out[thread] = sum;
}
