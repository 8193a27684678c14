extern "C" __global__ void shifted(float *out, const float *in)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N) out[i] = in[i + SHIFT];
}
