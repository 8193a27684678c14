// fails: no fault is found
extern "C" __global__ void tile(float *out, const float *in)
{
    __shared__ float tile[BDIMY][BDIMX + 1];
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;
    unsigned int row = blockIdx.x * BDIMX + threadIdx.y;
    unsigned int col = blockIdx.y * BDIMY + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    out[row * N + col] = tile[threadIdx.x][threadIdx.y];
}
