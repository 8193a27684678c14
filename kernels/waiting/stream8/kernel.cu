extern "C" __global__ void stream8(float *out, const float *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    float sum = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < EACH; i += 8) {
        float a = in[(i + 0) * threads + thread];
        float b = in[(i + 1) * threads + thread];
        float c = in[(i + 2) * threads + thread];
        float d = in[(i + 3) * threads + thread];
        float e = in[(i + 4) * threads + thread];
        float f = in[(i + 5) * threads + thread];
        float g = in[(i + 6) * threads + thread];
        float h = in[(i + 7) * threads + thread];
        sum += a + b + c + d + e + f + g + h;
    }
    out[thread] = sum;
}
