// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];
    // A block keeps its own row, and writes the row of the output that needs it.
    unsigned int before = (blockIdx.x + gridDim.x - 1) % gridDim.x;
    buffer[threadIdx.x] = in[blockIdx.x * BDIMX + threadIdx.x];
    __syncthreads();
    out[before * BDIMX + threadIdx.x] = buffer[BDIMX - 1 - threadIdx.x];
}
