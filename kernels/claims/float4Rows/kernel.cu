extern "C" __global__ void float4Rows(float4 *out, const float4 *in)
{
    __shared__ float4 row[32 * BETWEEN];

    row[threadIdx.x * BETWEEN] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[(31 - threadIdx.x) * BETWEEN];
}
