// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    // TODO: this load reads past the end of the tile, which has fewer rows than columns.
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
