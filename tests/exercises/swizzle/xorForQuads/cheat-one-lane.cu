// fails: neighbouring threads read and write neighbouring elements of global memory
// in: int4[32][8] = i
extern "C" __global__ void wideColumnXor(int4 *out, const int4 *in)
{
    __shared__ int tile[1024];
    if (threadIdx.x == 0 && threadIdx.y == 0) {
        for (unsigned int k = 0; k < 1024; ++k) tile[k] = ((const int *)in)[k];
        for (unsigned int k = 0; k < 1024; ++k) ((int *)out)[k] = tile[k % 32 * 32 + k / 32];
    }
}
