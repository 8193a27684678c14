extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    for (unsigned int k = threadIdx.x; k < BDIMX + 2 * RADIUS; k += BDIMX) tile[k] = in[blockIdx.x * BDIMX + k];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
