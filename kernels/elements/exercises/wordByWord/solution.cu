// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int4 line[BDIMX];

    // Each request moves 16 bytes for each lane, and the bytes of neighbouring lanes lie side by side.
    line[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x];
}
