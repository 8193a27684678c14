extern "C" __global__ void setRowReadRow2(int *out)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.x;
    unsigned int icol = idx % blockDim.x;

    tile[irow][icol] = idx;
    __syncthreads();
    out[idx] = tile[irow][icol];
}
