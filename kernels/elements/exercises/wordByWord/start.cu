// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    const int *from = (const int *)in;
    int *to = (int *)out;

    // TODO: in each pass of both loops the words of neighbouring lanes are 16 bytes apart.
    for (unsigned int k = 0; k < 4; ++k) line[4 * threadIdx.x + k] = from[4 * threadIdx.x + k];
    __syncthreads();
    for (unsigned int k = 0; k < 4; ++k) to[4 * threadIdx.x + k] = line[4 * threadIdx.x + k];
}
