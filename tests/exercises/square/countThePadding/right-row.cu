// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int row = blockDim.x + IPAD;
    tile[threadIdx.y * row + threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[threadIdx.x * row + threadIdx.y];
}
