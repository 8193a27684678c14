// fails: the output is right for BDIMX = 16, BDIMY = 4 and other values of in, too
// in: double[BDIMY][BDIMX] = i
extern "C" __global__ void doubleColumn(double *out, const double *in)
{
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int row = idx / BDIMY;
    unsigned int col = idx % BDIMY;
    out[idx] = col * BDIMX + row;
}
