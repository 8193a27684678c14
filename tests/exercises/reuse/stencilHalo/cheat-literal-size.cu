// fails: the output is right for BDIMX = 128, N = 1152, RADIUS = 7 and other values of in, too
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[256 + 2 * RADIUS];
    unsigned int i = blockIdx.x * 256 + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * RADIUS) tile[threadIdx.x + 256] = in[i + 256];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += tile[threadIdx.x + k];
    out[i] = sum;
}
