// fails: neighbouring threads read and write neighbouring elements of global memory
// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    __shared__ double tile[BDIMY][BDIMX + 2];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) tile[k / BDIMX][k % BDIMX] = in[k];
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) out[k] = tile[k % BDIMY][k / BDIMY];
    }
}
