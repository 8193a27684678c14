// fails: the output is right for BDIMX = 16, BDIMY = 8 and other values of in, too
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + IPAD];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = 2 * tile[threadIdx.y][31 - threadIdx.x];
}
