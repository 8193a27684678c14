extern "C" __global__ void howManyFit(int *out)
{
    extern __shared__ int buffer[];  // BYTES bytes, asked for at launch

    buffer[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * BDIMX + threadIdx.x] = buffer[BDIMX - 1 - threadIdx.x];
}
