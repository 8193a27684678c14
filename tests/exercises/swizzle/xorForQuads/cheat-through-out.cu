// fails: each element is stored to the tile and loaded from it
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    unsigned int x = threadIdx.x, y = threadIdx.y;
    out[8 * y + x] = in[8 * y + x];
    __syncthreads();
    const int *column = (const int *)out + 32 * 4 * x + y;
    int4 mine = make_int4(column[0], column[32], column[64], column[96]);
    __syncthreads();
    out[8 * y + x] = mine;
}
