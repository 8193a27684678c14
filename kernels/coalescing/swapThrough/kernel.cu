extern "C" __global__ void swapThrough(int *out, const int *in)
{
    out[threadIdx.x] = in[N - 1 - threadIdx.x];
}
