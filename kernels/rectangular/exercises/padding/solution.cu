// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColPad(int *out, const int *in)
{
    // A request loads two columns, so each row begins two banks after the row above it.
    __shared__ int tile[BDIMY][BDIMX + 2];

    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int irow = idx / blockDim.y;
    unsigned int icol = idx % blockDim.y;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[icol][irow];
}
