// fails: the output is right for BDIMX = 16, BDIMY = 16 and other values of in, too
// in: int[BDIMY][BDIMX] = i
extern "C" __global__ void withBarrier(int *out, const int *in)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    out[idx] = threadIdx.x * BDIMX + threadIdx.y;
}
