// fails: each word is stored to shared memory and loaded from it
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    volatile int *all = line;
    const int *from = (const int *)in;
    for (unsigned int k = 0; k < 4; ++k) all[k * BDIMX + threadIdx.x] = from[k * BDIMX + threadIdx.x];
    out[threadIdx.x] = in[threadIdx.x];
}
