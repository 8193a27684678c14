// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];

    unsigned int next = (blockIdx.x + 1) % gridDim.x;

    buffer[blockIdx.x * BDIMX + threadIdx.x] = in[blockIdx.x * BDIMX + threadIdx.x];
    __syncthreads();
    // TODO: the next block has stored this row in a buffer of its own.
    out[blockIdx.x * BDIMX + threadIdx.x] = buffer[next * BDIMX + BDIMX - 1 - threadIdx.x];
}
