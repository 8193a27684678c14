// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    // A phase has half a warp, and loads from 16 / BDIMY columns.
    __shared__ double tile[BDIMY][BDIMX + 16 / BDIMY];

    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;

    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = tile[col][row];
}
