// fails: a barrier or __syncwarp() stands between the stores and the loads that need them
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    int first = tile[threadIdx.y][mirror];
    out[idx] = first + first;
}
