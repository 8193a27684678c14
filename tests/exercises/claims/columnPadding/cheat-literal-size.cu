// fails: the output is right for BDIMX = 16, BDIMY = 4 and other values of in, too
// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    __shared__ double tile[BDIMY][BDIMX + 2];
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;
    tile[idx / 32][idx % 32] = in[idx];
    __syncthreads();
    out[idx] = tile[idx % 8][idx / 8];
}
