// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];

    unsigned int g_idx = threadIdx.y * blockDim.x + threadIdx.x;

    // Both indices count the padding. The indices into global memory do not.
    unsigned int row_idx = threadIdx.y * (blockDim.x + IPAD) + threadIdx.x;
    unsigned int col_idx = threadIdx.x * (blockDim.x + IPAD) + threadIdx.y;

    tile[row_idx] = in[g_idx];
    __syncthreads();
    out[g_idx] = tile[col_idx];
}
