// fails: the output is right for BDIMX = 64 and other values of in, too
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    const int *from = (const int *)in;
    int *to = (int *)out;
    for (unsigned int k = 0; k < 4; ++k) line[k * 32 + threadIdx.x] = from[k * 32 + threadIdx.x];
    __syncthreads();
    for (unsigned int k = 0; k < 4; ++k) to[k * 32 + threadIdx.x] = line[k * 32 + threadIdx.x];
}
