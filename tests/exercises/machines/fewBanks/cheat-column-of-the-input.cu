// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    __shared__ int tile[BDIMX][BDIMX];
    unsigned int x = threadIdx.x;
    for (unsigned int col = 0; col < BDIMX; ++col) tile[col][x] = in[x * BDIMX + col];
    __syncthreads();
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = tile[col][x];
}
