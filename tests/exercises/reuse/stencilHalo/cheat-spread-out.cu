// fails: no request has a bank conflict
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[2 * (BDIMX + 2 * RADIUS)];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[2 * threadIdx.x] = in[i];
    if (threadIdx.x < 2 * RADIUS) tile[2 * (threadIdx.x + BDIMX)] = in[i + BDIMX];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += tile[2 * (threadIdx.x + k)];
    out[i] = sum;
}
