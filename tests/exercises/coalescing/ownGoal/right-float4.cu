// My goal: four sectors a request, and nothing read twice.
extern "C" __global__ void copyRows(float *__restrict__ out, const float *__restrict__ in)
{
    unsigned int thread = threadIdx.y * TILE + threadIdx.x;
    unsigned int row = blockIdx.y * TILE + thread / (TILE / 4), col = blockIdx.x * (TILE / 4) + thread % (TILE / 4);
    if (thread < TILE * TILE / 4) ((float4 *)out)[row * (N / 4) + col] = ((const float4 *)in)[row * (N / 4) + col];
}
