// fails: no more sectors than both matrices need
// My goal: four sectors a request, and nothing read twice.
extern "C" __global__ void copyRows(float *__restrict__ out, const float *__restrict__ in)
{
    if (threadIdx.x != 0 || threadIdx.y != 0) return;
    for (unsigned int y = blockIdx.y * TILE; y < (blockIdx.y + 1) * TILE; ++y)
        for (unsigned int x = blockIdx.x * TILE; x < (blockIdx.x + 1) * TILE; ++x) out[y * N + x] = in[y * N + x];
}
