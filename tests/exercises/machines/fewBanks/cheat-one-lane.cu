// fails: each request stores a whole row or loads a whole column
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    __shared__ int tile[BDIMX][BDIMX];
    if (threadIdx.x == 0) {
        for (unsigned int k = 0; k < BDIMX * BDIMX; ++k) tile[k / BDIMX][k % BDIMX] = in[k];
        for (unsigned int k = 0; k < BDIMX * BDIMX; ++k) out[k] = tile[k % BDIMX][k / BDIMX];
    }
}
