extern "C" __global__ void stream2(float *out, const float *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    float sum = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < EACH; i += 2) {
        float a = in[(i + 0) * threads + thread];
        float b = in[(i + 1) * threads + thread];
        sum += a + b;
    }
    out[thread] = sum;
}
