extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    // The next load begins before the sum needs the last.
    float4 four = in[thread];
    float sum = 0;
    for (unsigned int i = 1; i < EACH / 4; ++i) {
        float4 next = in[i * threads + thread];
        sum += four.x + four.y + four.z + four.w;
        four = next;
    }
    out[thread] = sum + four.x + four.y + four.z + four.w;
}
