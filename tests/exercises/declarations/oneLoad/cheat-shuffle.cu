// fails: each element is stored to the tile once and loaded from it once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    int mine = in[idx];
    out[idx] = 2 * __shfl_sync(~0u, mine, threadIdx.x ^ (BDIMX - 1), BDIMX);
}
