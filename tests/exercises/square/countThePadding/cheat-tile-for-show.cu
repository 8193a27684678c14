// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    volatile int *all = tile;
    all[threadIdx.y * (BDIMX + IPAD) + threadIdx.x] = in[idx];
    __syncthreads();
    int shown = all[threadIdx.x * (BDIMX + IPAD) + threadIdx.y];
    out[idx] = shown * 0 + in[threadIdx.x * blockDim.x + threadIdx.y];
}
