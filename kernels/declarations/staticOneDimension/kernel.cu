extern "C" __global__ void staticOneDimension(int *out)
{
    __shared__ int line[BDIMX];

    unsigned int mirror = blockDim.x - 1 - threadIdx.x;

    line[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = line[mirror];
}
