// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int4 tile[32][8];

    unsigned int x = threadIdx.x;  // an int4 of a row: 0 to 7
    unsigned int y = threadIdx.y;  // a row: 0 to 31

    // Four rows have the same exclusive or: they are the rows of one thread's column.
    tile[y][x ^ (y / 4)] = in[8 * y + x];
    __syncthreads();

    // Element y % 4 of int4 y / 4, of the rows 4 x to 4 x + 3, in all of which row / 4 is x.
    const int *column = (const int *)&tile[4 * x][(y / 4) ^ x] + y % 4;
    const unsigned int next = sizeof(tile[0]) / sizeof(int);
    out[8 * y + x] = make_int4(column[0], column[next], column[2 * next], column[3 * next]);
}
