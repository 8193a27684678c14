// fails: no more sectors than both matrices need
extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * (256 / BDIMX) + threadIdx.y;
    out[y * N + x] = in[y * N + x];
}
