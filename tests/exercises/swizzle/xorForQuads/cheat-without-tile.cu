// fails: each element is stored to the tile and loaded from it
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    unsigned int x = threadIdx.x, y = threadIdx.y;
    const int *column = (const int *)in + 32 * 4 * x + y;
    out[8 * y + x] = make_int4(column[0], column[32], column[64], column[96]);
}
