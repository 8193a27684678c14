// fails: the output is right for other values of in, too
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    unsigned int x = threadIdx.x, y = threadIdx.y;
    int first = 32 * 4 * x + y;
    out[8 * y + x] = make_int4(first, first + 32, first + 64, first + 96);
}
