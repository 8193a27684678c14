extern "C" __global__ void stencilRowTile(float *out, const float *in)
{
    unsigned int i = blockIdx.x * BDIMX + threadIdx.x;

    // TODO: neighbouring threads load the same elements again. Bring them into shared memory once.
    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += in[i + k];
    out[i] = sum;
}
