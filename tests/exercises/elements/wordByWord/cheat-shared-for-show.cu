// fails: each word of the input is read once
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    volatile int *all = line;
    const int *from = (const int *)in;
    int shown = 0;
    for (unsigned int k = 0; k < 4; ++k) all[k * BDIMX + threadIdx.x] = from[k * BDIMX + threadIdx.x];
    for (unsigned int k = 0; k < 4; ++k) shown += all[k * BDIMX + threadIdx.x];
    int4 mine = in[threadIdx.x];
    mine.x += shown * 0;
    if (shown > -1) out[threadIdx.x] = mine;
}
