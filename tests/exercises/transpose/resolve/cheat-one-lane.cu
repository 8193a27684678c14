// fails: no more sectors than both matrices need
extern "C" __global__ void tile(float *out, const float *in)
{
    __shared__ float tile[BDIMY][BDIMX];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        unsigned int x = blockIdx.x * BDIMX, y = blockIdx.y * BDIMY;
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) tile[k / BDIMX][k % BDIMX] = in[(y + k / BDIMX) * N + x + k % BDIMX];
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) out[(x + k / BDIMX) * N + y + k % BDIMX] = tile[k % BDIMX][k / BDIMX];
    }
}
