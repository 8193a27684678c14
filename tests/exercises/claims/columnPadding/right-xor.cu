// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    __shared__ double tile[BDIMY][BDIMX];
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;
    tile[threadIdx.y][threadIdx.x ^ (2 * threadIdx.y)] = in[idx];
    __syncthreads();
    out[idx] = tile[col][row ^ (2 * col)];
}
