// fails: each warp makes one store and one load
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];
    if (threadIdx.x == 0) {
        for (unsigned int k = 0; k < BDIMX; ++k) tile[threadIdx.y][k] = in[threadIdx.y * BDIMX + k];
        for (unsigned int k = 0; k < BDIMX; ++k) out[threadIdx.y * BDIMX + k] = 2 * tile[threadIdx.y][BDIMX - 1 - k];
    }
}
