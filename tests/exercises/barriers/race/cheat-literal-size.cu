// fails: the output is right for BDIMX = 16, BDIMY = 16 and other values of in, too
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    __shared__ int tile[32][33];
    unsigned int idx = threadIdx.y * 32 + threadIdx.x;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
