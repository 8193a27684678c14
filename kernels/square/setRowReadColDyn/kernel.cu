extern "C" __global__ void setRowReadColDyn(int *out)
{
    extern __shared__ int tile[];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int row_idx = threadIdx.y * (blockDim.x + IPAD) + threadIdx.x;
    unsigned int col_idx = threadIdx.x * (blockDim.x + IPAD) + threadIdx.y;

    tile[row_idx] = idx;
    __syncthreads();
    out[idx] = tile[col_idx];
}
