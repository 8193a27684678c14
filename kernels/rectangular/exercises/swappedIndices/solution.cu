// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;

    // The thread's place in the transposed tile: BDIMX rows of BDIMY elements.
    unsigned int irow = idx / BDIMY;
    unsigned int icol = idx % BDIMY;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[icol][irow];
}
