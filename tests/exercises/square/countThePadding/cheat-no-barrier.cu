// fails: no fault is found
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y * (BDIMX + IPAD) + threadIdx.x] = in[idx];
    out[idx] = tile[threadIdx.x * (BDIMX + IPAD) + threadIdx.y];
}
