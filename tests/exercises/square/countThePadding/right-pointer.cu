// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    int(*rows)[BDIMX + IPAD] = (int(*)[BDIMX + IPAD])tile;
    rows[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = rows[threadIdx.x][threadIdx.y];
}
