extern "C" __global__ void oneWinner(int *out)
{
    __shared__ int winner[BDIMX / GROUP];

    winner[threadIdx.x / GROUP] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = winner[threadIdx.x / GROUP];
}
