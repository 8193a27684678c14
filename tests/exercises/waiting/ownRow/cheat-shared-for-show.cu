// fails: each element of the input is read once
// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    __shared__ volatile int buffer[BDIMX];
    unsigned int next = (blockIdx.x + 1) % gridDim.x;
    buffer[threadIdx.x] = in[next * BDIMX + threadIdx.x];
    __syncthreads();
    int shown = buffer[BDIMX - 1 - threadIdx.x];
    out[blockIdx.x * BDIMX + threadIdx.x] = shown * 0 + in[next * BDIMX + BDIMX - 1 - threadIdx.x];
}
