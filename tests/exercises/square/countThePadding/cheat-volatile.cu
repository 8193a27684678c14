// fails: no fault is found
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    volatile int *all = tile;
    all[threadIdx.y * (BDIMX + IPAD) + threadIdx.x] = in[idx];
    out[idx] = all[threadIdx.x * (BDIMX + IPAD) + threadIdx.y];
}
