// twoExterns<<<1, BDIMX, 2 * BDIMX * sizeof(int)>>>(out);
extern "C" __global__ void twoExterns(int *out)
{
    extern __shared__ int first[];
    extern __shared__ int second[];

    first[threadIdx.x] = threadIdx.x;
    __syncthreads();
    second[APART + threadIdx.x] = 1000 + threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = first[blockDim.x - 1 - threadIdx.x];
}
