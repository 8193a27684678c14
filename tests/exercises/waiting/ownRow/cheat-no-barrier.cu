// fails: no fault is found
// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];
    unsigned int next = (blockIdx.x + 1) % gridDim.x;
    buffer[threadIdx.x] = in[next * BDIMX + threadIdx.x];
    out[blockIdx.x * BDIMX + threadIdx.x] = buffer[BDIMX - 1 - threadIdx.x];
}
