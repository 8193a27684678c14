// fails: no fault is found
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int4 tile[32][8];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    tile[y][x ^ (y / 4)] = in[8 * y + x];
    const int *column = (const int *)&tile[4 * x][(y / 4) ^ x] + y % 4;
    out[8 * y + x] = make_int4(column[0], column[32], column[64], column[96]);
}
