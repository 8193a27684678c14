// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.x * (BDIMX + IPAD) + threadIdx.y] = in[idx];
    __syncthreads();
    out[idx] = tile[threadIdx.y * (BDIMX + IPAD) + threadIdx.x];
}
