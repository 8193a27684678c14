// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    extern __shared__ int buffer[];
    unsigned int next = (blockIdx.x + 1) % gridDim.x;
    if (threadIdx.x != 0) return;
    for (unsigned int x = 0; x < BDIMX; ++x) buffer[x] = in[next * BDIMX + x];
    for (unsigned int x = 0; x < BDIMX; ++x) out[blockIdx.x * BDIMX + x] = buffer[BDIMX - 1 - x];
}
