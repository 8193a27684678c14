extern "C" __global__ void stream1(float *out, const float *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    float sum = 0;
#pragma unroll 1
    for (unsigned int i = 0; i < EACH; ++i) sum += in[i * threads + thread];
    out[thread] = sum;
}
