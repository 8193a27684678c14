extern "C" __global__ void copyShared(float *out, const float *in)
{
    __shared__ float tile[BDIMY][BDIMX + IPAD];

    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    __syncthreads();
    out[y * N + x] = tile[threadIdx.y][threadIdx.x];
}
