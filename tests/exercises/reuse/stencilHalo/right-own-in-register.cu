extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    float own = in[i];
    tile[threadIdx.x] = own;
    if (threadIdx.x < 2 * RADIUS) tile[threadIdx.x + BDIMX] = in[i + BDIMX];
    __syncthreads();
    float sum = own;
    for (unsigned int k = 1; k <= 2 * RADIUS; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
