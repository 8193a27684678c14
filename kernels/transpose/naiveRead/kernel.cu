extern "C" __global__ void naiveRead(float *out, const float *in)
{
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    out[x * N + y] = in[y * N + x];
}
