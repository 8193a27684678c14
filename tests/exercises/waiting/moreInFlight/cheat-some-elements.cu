// fails: every element is read once
extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    float sum = 0;
    for (unsigned int i = 0; i < EACH / 4; i += 2) {
        float4 four = in[i * threads + thread];
        sum += 2 * (four.x + four.y + four.z + four.w);
    }
    out[thread] = sum;
}
