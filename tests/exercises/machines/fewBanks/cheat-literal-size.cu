// fails: the output is right for BDIMX = 9 and other values of in, too
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    __shared__ int tile[10][11];
    unsigned int x = threadIdx.x;
    for (unsigned int row = 0; row < 10; ++row) tile[row][x] = in[row * 10 + x];
    __syncthreads();
    for (unsigned int col = 0; col < 10; ++col) out[col * 10 + x] = tile[x][col];
}
