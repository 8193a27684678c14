// fails: each warp makes one store and one load
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) tile[k / BDIMX][k % BDIMX] = in[k];
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) out[k] = tile[k % BDIMX][k / BDIMX];
    }
}
