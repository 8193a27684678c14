// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ volatile int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    int shown = tile[threadIdx.x][threadIdx.y];
    out[idx] = shown * 0 + in[threadIdx.x * BDIMX + threadIdx.y];
}
