// fails: each element is fetched from global memory once, and those of the halo once more
extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    __shared__ float tile[BDIMX];
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;
    tile[threadIdx.x] = in[i];
    __syncthreads();
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += threadIdx.x + k < BDIMX ? tile[threadIdx.x + k] : in[i + k];
    out[i] = sum;
}
