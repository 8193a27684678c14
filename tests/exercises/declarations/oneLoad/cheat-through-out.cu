// fails: each element is stored to the tile once and loaded from it once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = threadIdx.y * BDIMX + BDIMX - 1 - threadIdx.x;
    out[idx] = in[idx];
    __syncthreads();
    int mine = out[mirror];
    __syncthreads();
    out[idx] = 2 * mine;
}
