// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;

    // TODO: the store and the load race despite this barrier.
    __syncthreads();
    tile[threadIdx.y][threadIdx.x] = in[idx];
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
