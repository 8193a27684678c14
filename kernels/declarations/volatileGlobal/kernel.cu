extern "C" __global__ void volatileGlobal(int *out, const volatile int *in)
{
    int first = in[threadIdx.x];
    int second = in[threadIdx.x];

    out[threadIdx.x] = first + second;
}
