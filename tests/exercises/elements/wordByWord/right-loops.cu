// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    const int *from = (const int *)in;
    int *to = (int *)out;
    for (unsigned int k = 0; k < 4; ++k) line[k * BDIMX + threadIdx.x] = from[k * BDIMX + threadIdx.x];
    __syncthreads();
    for (unsigned int k = 0; k < 4; ++k) to[k * BDIMX + threadIdx.x] = line[k * BDIMX + threadIdx.x];
}
