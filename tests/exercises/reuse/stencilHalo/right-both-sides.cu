extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x + RADIUS] = in[i + RADIUS];
    if (threadIdx.x < RADIUS) {
        tile[threadIdx.x] = in[i];
        tile[threadIdx.x + BDIMX + RADIUS] = in[i + BDIMX + RADIUS];
    }
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
