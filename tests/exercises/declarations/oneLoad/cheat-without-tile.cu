// fails: each element is stored to the tile once and loaded from it once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    out[idx] = 2 * in[threadIdx.y * BDIMX + BDIMX - 1 - threadIdx.x];
}
