// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    __shared__ int tile[BDIMX][BDIMX + 1];
    unsigned int x = threadIdx.x;
    for (unsigned int row = 0; row < BDIMX; ++row) tile[row][x] = in[row * BDIMX + x];
    __syncthreads();
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = tile[x][col];
}
