extern "C" __global__ void naiveWrite(float *out, const float *in)
{
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    out[y * N + x] = in[x * N + y];
}
