// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    // TODO: one element of padding is not enough for this tile.
    __shared__ int tile[BDIMY][BDIMX + 1];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.y;
    unsigned int icol = idx % blockDim.y;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[icol][irow];
}
