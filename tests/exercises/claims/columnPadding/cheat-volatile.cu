// fails: no fault is found
// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    __shared__ volatile double tile[BDIMY][BDIMX + 2];
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;
    tile[threadIdx.y][threadIdx.x] = in[idx];
    out[idx] = tile[col][row];
}
