extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int threads = gridDim.x * blockDim.x;
    float4 sums = {0, 0, 0, 0};
    const float4 *end = in + EACH / 4 * threads;
#pragma unroll 4
    for (const float4 *at = in + thread; at < end; at += threads) {
        float4 four = *at;
        sums.x += four.x;
        sums.y += four.y;
        sums.z += four.z;
        sums.w += four.w;
    }
    out[thread] = sums.x + sums.y + sums.z + sums.w;
}
