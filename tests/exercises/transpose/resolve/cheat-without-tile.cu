// fails: each element is stored to the tile and loaded from it
extern "C" __global__ void tile(float *out, const float *in)
{
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;
    unsigned int row = blockIdx.x * BDIMX + threadIdx.y;
    unsigned int col = blockIdx.y * BDIMY + threadIdx.x;
    out[x * N + y] = in[y * N + x];
}
