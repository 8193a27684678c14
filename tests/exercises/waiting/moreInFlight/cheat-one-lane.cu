// fails: a load takes 16 sectors, as many as a float4 for each lane fills
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    if (threadIdx.x != 0) return;
    unsigned int threads = gridDim.x * blockDim.x;
    for (unsigned int thread = blockIdx.x * blockDim.x; thread < (blockIdx.x + 1) * blockDim.x; ++thread) {
        float sum = 0;
        for (unsigned int i = 0; i < EACH / 4; ++i) {
            float4 four = in[i * threads + thread];
            sum += four.x + four.y + four.z + four.w;
        }
        out[thread] = sum;
    }
}
