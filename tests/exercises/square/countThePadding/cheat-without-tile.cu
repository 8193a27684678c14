// fails: each element is stored to the tile and loaded from it
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    out[idx] = in[threadIdx.x * blockDim.x + threadIdx.y];
}
