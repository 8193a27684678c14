extern "C" __global__ void setRowReadColDynPad(int *out)
{
    extern __shared__ int tile[];

    unsigned int g_idx = threadIdx.y * blockDim.x + threadIdx.x;

    // Both indices count the padding. The index into the output does not.
    unsigned int row_idx = threadIdx.y * (blockDim.x + IPAD) + threadIdx.x;
    unsigned int col_idx = threadIdx.x * (blockDim.x + IPAD) + threadIdx.y;

    tile[row_idx] = g_idx;
    __syncthreads();
    out[g_idx] = tile[col_idx];
}
