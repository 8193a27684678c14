extern "C" __global__ void insideTheTile(int *out)
{
    __shared__ int line[BDIMX];

    line[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    if (threadIdx.x + 1 < BDIMX)
        out[threadIdx.x] = line[threadIdx.x + 1] - line[threadIdx.x];
}
