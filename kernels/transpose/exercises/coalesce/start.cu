extern "C" __global__ void tile(float *out, const float *in)
{
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    // TODO: the lanes of a warp write to one column. Transpose the tile in shared memory.
    out[x * N + y] = in[y * N + x];
}
