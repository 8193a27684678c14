// fails: each element is stored to the tile and loaded from it
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    unsigned int x = threadIdx.x;
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = in[x * BDIMX + col];
}
