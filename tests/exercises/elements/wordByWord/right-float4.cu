// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ float4 line[BDIMX];
    line[threadIdx.x] = ((const float4 *)in)[threadIdx.x];
    __syncthreads();
    ((float4 *)out)[threadIdx.x] = line[threadIdx.x];
}
