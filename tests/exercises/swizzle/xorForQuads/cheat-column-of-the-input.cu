// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int4 tile[32][8];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    const int *column = (const int *)in + 32 * 4 * x + y;
    volatile int *mine = (volatile int *)&tile[y][x];
    mine[0] = column[0];
    mine[1] = column[32];
    mine[2] = column[64];
    mine[3] = column[96];
    out[8 * y + x] = make_int4(mine[0], mine[1], mine[2], mine[3]);
}
