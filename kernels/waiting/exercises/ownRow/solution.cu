// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];

    unsigned int next = (blockIdx.x + 1) % gridDim.x;

    // Each block loads the row that it needs itself: global memory belongs to all blocks.
    buffer[threadIdx.x] = in[next * BDIMX + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * BDIMX + threadIdx.x] = buffer[BDIMX - 1 - threadIdx.x];
}
