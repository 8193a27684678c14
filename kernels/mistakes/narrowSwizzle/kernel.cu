extern "C" __global__ void narrowSwizzle(int *out)
{
    __shared__ int tile[TILE][TILE];

    unsigned int idx = threadIdx.y * TILE + threadIdx.x;

    tile[threadIdx.y][threadIdx.x ^ threadIdx.y] = idx;
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y ^ threadIdx.x];
}
