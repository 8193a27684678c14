// fails: each element is stored to the tile and loaded from it
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + 2];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.y, icol = idx % blockDim.y;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = in[icol * BDIMX + irow];
}
