extern "C" __global__ void paddedQuads(float4 *out)
{
    __shared__ __align__(16) float tile[BDIMY][4 * BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    for (unsigned int k = 0; k < 4; ++k)
        tile[threadIdx.y][k * BDIMX + threadIdx.x] = threadIdx.y * 4 * BDIMX + k * BDIMX + threadIdx.x;
    __syncthreads();
    out[idx] = *reinterpret_cast<const float4 *>(&tile[threadIdx.y][4 * threadIdx.x]);
}
