// fails: each element is stored to the tile once and loaded from it once
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = in[threadIdx.x * BDIMX + threadIdx.y];
}
