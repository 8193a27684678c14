extern "C" __global__ void swapWithShared(int *data)
{
    __shared__ int line[N];

    line[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = line[N - 1 - threadIdx.x];
}
