// fails: each element of the input is read once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    int shown = tile[threadIdx.y][mirror];
    out[idx] = shown * 0 + 2 * in[threadIdx.y * BDIMX + mirror];
}
