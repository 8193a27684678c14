extern "C" __global__ void quadPerLane(int4 *out)
{
    __shared__ int line[4 * BDIMX];
    int *words = (int *)out;

    // TODO: in each pass of both loops the words of neighbouring lanes are 16 bytes apart.
    for (unsigned int k = 0; k < 4; ++k) line[4 * threadIdx.x + k] = 4 * threadIdx.x + k;
    __syncthreads();
    for (unsigned int k = 0; k < 4; ++k) words[4 * threadIdx.x + k] = line[4 * threadIdx.x + k];
}
