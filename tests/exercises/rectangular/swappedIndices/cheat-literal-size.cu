// fails: the output is right for BDIMX = 16, BDIMY = 8 and other values of in, too
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[idx / 32][idx % 32] = in[idx];
    __syncthreads();
    out[idx] = tile[idx % 16][idx / 16];
}
