extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x] = in[i];
    unsigned int other = threadIdx.x + 2 * RADIUS;
    if (other >= BDIMX) tile[other] = in[blockIdx.x * BDIMX + other];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
