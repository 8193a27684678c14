extern "C" __global__ void plainGlobal(int *out, const int *in)
{
    int first = in[threadIdx.x];
    int second = in[threadIdx.x];

    out[threadIdx.x] = first + second;
}
