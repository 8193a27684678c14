extern "C" __global__ void setColReadCol(int *out)
{
    __shared__ int tile[BDIMX][BDIMY + IPAD];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;

    tile[threadIdx.x][threadIdx.y] = idx;
    __syncthreads();
    out[idx] = tile[threadIdx.x][threadIdx.y];
}
