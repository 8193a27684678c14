// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void setRowReadColDynPad(int *out, const int *in)
{
    extern __shared__ int tile[];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) tile[k] = in[k];
        for (unsigned int k = 0; k < BDIMX * BDIMY; ++k) out[k] = tile[k % BDIMX * BDIMX + k / BDIMX];
    }
}
