// fails: each element is stored to the tile once and loaded from it once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = 2 * in[threadIdx.y * BDIMX + mirror];
}
