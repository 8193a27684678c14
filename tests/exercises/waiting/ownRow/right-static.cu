// in: int[GRID][BDIMX] = col
extern "C" __global__ void howManyFit(int *out, const int *in)
{
    __shared__ int row[BDIMX];
    unsigned int next = (blockIdx.x + 1) % gridDim.x;
    for (unsigned int x = threadIdx.x; x < BDIMX; x += blockDim.x) row[x] = in[next * BDIMX + x];
    __syncthreads();
    for (unsigned int x = threadIdx.x; x < BDIMX; x += blockDim.x) out[blockIdx.x * BDIMX + x] = row[BDIMX - 1 - x];
}
