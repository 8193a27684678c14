extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;

    float sum = 0;
    for (unsigned int i = 0; i < EACH / 4; i += 2) {
        // Both loads are in flight before the first sum needs one of them.
        float4 a = in[i * threads + thread];
        float4 b = in[(i + 1) * threads + thread];
        sum += a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w;
    }
    out[thread] = sum;
}
