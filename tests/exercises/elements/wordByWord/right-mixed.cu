// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int line[4 * BDIMX];
    int *to = (int *)out;
    ((int4 *)line)[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned int k = 0; k < 4; ++k) to[k * BDIMX + threadIdx.x] = line[k * BDIMX + threadIdx.x];
}
