// fails: no more padding than is needed
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    __shared__ int tile[BDIMY][BDIMX + 6];
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.y, icol = idx % blockDim.y;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[icol][irow];
}
