extern "C" __global__ void addStrided(float *out, const float *a, const float *b)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N) out[i] = a[STRIDE * i] + b[STRIDE * i];
}
