// in: int[BDIMX][BDIMX] = i
extern "C" __global__ void tenBanksPad(int *out, const int *in)
{
    // A row is one word longer than the block is wide: on the ten banks of this machine, with ten threads, each row
    // begins one bank after the row above it.
    __shared__ int tile[BDIMX][BDIMX + 1];

    unsigned int x = threadIdx.x;

    // One row after the other, then one column after the other: each is one request of BDIMX lanes.
    for (unsigned int row = 0; row < BDIMX; ++row) tile[row][x] = in[row * BDIMX + x];
    __syncthreads();
    for (unsigned int col = 0; col < BDIMX; ++col) out[col * BDIMX + x] = tile[x][col];
}
