// fails: the output is right for BDIMX = 128, N = 1152, RADIUS = 7 and other values of in, too
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX + 2 * 16];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * 16) tile[threadIdx.x + BDIMX] = in[i + BDIMX];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * 16; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
