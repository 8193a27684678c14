// fails: each element is stored to the tile and loaded from it
// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    __shared__ volatile double tile[BDIMY][BDIMX + 2];
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    __syncthreads();
    out[idx] = in[col * BDIMX + row];
}
