// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    tile[threadIdx.y * blockDim.x + (threadIdx.x ^ threadIdx.y)] = in[idx];
    __syncthreads();
    out[idx] = tile[threadIdx.x * blockDim.x + (threadIdx.y ^ threadIdx.x)];
}
