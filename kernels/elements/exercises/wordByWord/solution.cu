extern "C" __global__ void quadPerLane(int4 *out)
{
    __shared__ int4 line[BDIMX];

    // Each request moves 16 bytes for each lane, and the bytes of neighbouring lanes lie side by side.
    int first = 4 * threadIdx.x;
    line[threadIdx.x] = make_int4(first, first + 1, first + 2, first + 3);
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x];
}
