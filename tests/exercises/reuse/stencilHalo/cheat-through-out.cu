// fails: each element is fetched from global memory once, and those of the halo once more
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * RADIUS) tile[threadIdx.x + BDIMX] = in[i + BDIMX];
    __syncthreads();
    volatile float *result = out;
    result[i] = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) result[i] = result[i] + tile[threadIdx.x + k];
}
