extern "C" __global__ void sharedChain(int *out)
{
    __shared__ int next[1024];

    for (unsigned int i = threadIdx.x; i < 1024; i += blockDim.x) next[i] = i;
    __syncthreads();

    int place = threadIdx.x % 32 * STRIDE;
#pragma unroll 4
    for (unsigned int i = 0; i < STEPS; ++i) place = next[place];
    out[threadIdx.x] = place;
}
