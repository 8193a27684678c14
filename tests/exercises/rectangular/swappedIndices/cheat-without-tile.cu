// fails: each element is stored to the tile and loaded from it
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    out[idx] = in[idx % BDIMY * BDIMX + idx / BDIMY];
}
