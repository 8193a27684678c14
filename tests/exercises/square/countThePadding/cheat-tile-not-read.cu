// fails: each element is stored to the tile and loaded from it
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    volatile int *all = tile;
    all[threadIdx.y * (BDIMX + IPAD) + threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = in[threadIdx.x * blockDim.x + threadIdx.y];
}
