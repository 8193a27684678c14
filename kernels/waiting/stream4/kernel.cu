extern "C" __global__ void stream4(float *out, const float *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    float sum = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < EACH; i += 4) {
        float a = in[(i + 0) * threads + thread];
        float b = in[(i + 1) * threads + thread];
        float c = in[(i + 2) * threads + thread];
        float d = in[(i + 3) * threads + thread];
        sum += a + b + c + d;
    }
    out[thread] = sum;
}
