// fails: each element is stored to the tile and loaded from it
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.y, icol = idx % blockDim.y;
    out[idx] = in[idx];
    __syncthreads();
    int mine = out[icol * BDIMX + irow];
    __syncthreads();
    out[idx] = mine;
}
