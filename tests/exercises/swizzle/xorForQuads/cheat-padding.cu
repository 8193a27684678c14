// fails: no more shared memory than before
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int4 tile[32][9];
    unsigned int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = in[8 * y + x];
    __syncthreads();
    const int *column = (const int *)&tile[4 * x][y / 4] + y % 4;
    out[8 * y + x] = make_int4(column[0], column[36], column[72], column[108]);
}
