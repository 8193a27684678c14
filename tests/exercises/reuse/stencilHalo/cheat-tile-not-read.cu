// fails: the elements are stored to shared memory and added from there
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ volatile float tile[BDIMX + 2 * RADIUS];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x] = in[i];
    if (threadIdx.x < 2 * RADIUS) tile[threadIdx.x + BDIMX] = in[i + BDIMX];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += in[i + k];
    out[i] = sum;
}
