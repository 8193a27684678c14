// fails: no more wavefronts than the bytes need
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    __shared__ int4 line[BDIMX];
    if (threadIdx.x == 0) {
        for (unsigned int k = 0; k < BDIMX; ++k) line[k] = in[k];
        for (unsigned int k = 0; k < BDIMX; ++k) out[k] = line[k];
    }
}
