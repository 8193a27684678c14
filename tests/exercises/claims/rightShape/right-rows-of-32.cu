extern "C" __global__ void blockShape(float *out, const float *in)
{
    // The block takes a piece of 32 columns and 8 rows: each warp a row of it.
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.x * gridDim.y + blockIdx.y;
    unsigned int x = block % (N / 32) * 32 + thread % 32;
    unsigned int y = block / (N / 32) * 8 + thread / 32;
    out[y * N + x] = in[y * N + x];
}
