// fails: each element is stored to the tile and loaded from it
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    unsigned int x = threadIdx.x;
    for (unsigned int row = 0; row < BDIMX; ++row) out[row * BDIMX + x] = in[row * BDIMX + x];
    __syncthreads();
    int mine[BDIMX];
    for (unsigned int col = 0; col < BDIMX; ++col) mine[col] = out[x * BDIMX + col];
    __syncthreads();
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = mine[col];
}
