// fails: the output is right for BDIMX = 128, GRID = 3 and other values of in, too
// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];
    unsigned int next = (blockIdx.x + 1) % 4;
    if (threadIdx.x < BDIMX) buffer[threadIdx.x] = in[next * 256 % (GRID * BDIMX) + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * BDIMX + threadIdx.x] = buffer[BDIMX - 1 - threadIdx.x];
}
