// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void volatileTwice(int *out, const int *in)
{
    // Not volatile: the barrier is enough, and the compiler keeps the value in a register.
    __shared__ int tile[BDIMY][BDIMX + IPAD];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    int first = tile[threadIdx.y][mirror];
    int second = tile[threadIdx.y][mirror];
    out[idx] = first + second;
}
