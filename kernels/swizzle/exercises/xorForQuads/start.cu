// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int4 tile[32][8];

    unsigned int x = threadIdx.x;  // an int4 of a row: 0 to 7
    unsigned int y = threadIdx.y;  // a row: 0 to 31

    // TODO: choose another place for each int4 of a row, here and where the column is loaded.
    tile[y][x] = in[8 * y + x];
    __syncthreads();

    // Element y % 4 of int4 y / 4, of the rows 4 x to 4 x + 3.
    const int *column = (const int *)&tile[4 * x][y / 4] + y % 4;
    const unsigned int next = sizeof(tile[0]) / sizeof(int);
    out[8 * y + x] = make_int4(column[0], column[next], column[2 * next], column[3 * next]);
}
