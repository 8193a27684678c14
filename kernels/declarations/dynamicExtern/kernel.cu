// dynamicExtern<<<1, dim3(BDIMX, BDIMY), BDIMX * BDIMY * sizeof(int)>>>(out);
extern "C" __global__ void dynamicExtern(int *out)
{
    extern __shared__ int tile[];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int mirror = blockDim.x - 1 - threadIdx.x;

    tile[idx] = idx;
    __syncthreads();
    out[idx] = tile[threadIdx.y * blockDim.x + mirror];
}
