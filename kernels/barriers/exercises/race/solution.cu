// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    // All warps of the block have stored before one of them loads.
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
