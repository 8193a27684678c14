// fails: the output is right for BDIMX = 16, BDIMY = 8 and other values of in, too
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    out[idx] = idx % BDIMY * BDIMX + idx / BDIMY;
}
