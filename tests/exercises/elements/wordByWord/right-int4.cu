// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int4 line[BDIMX];
    line[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = line[threadIdx.x];
}
