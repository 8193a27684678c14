// fails: each element is stored to shared memory once and loaded from it once
// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    __shared__ volatile int buffer[BDIMX];
    unsigned int next = (blockIdx.x + 1) % gridDim.x;
    buffer[threadIdx.x] = in[next * BDIMX + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * BDIMX + threadIdx.x] = in[next * BDIMX + BDIMX - 1 - threadIdx.x];
}
