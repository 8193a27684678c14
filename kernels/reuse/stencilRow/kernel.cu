extern "C" __global__ void stencilRow(float *out, const float *in)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    float sum = 0;
    for (unsigned int k = 0; k <= 2 * RADIUS; ++k) sum += in[i + k];
    out[i] = sum;
}
