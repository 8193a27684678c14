extern "C" __global__ void scatterInBlock(int *out, const int *in)
{
    __shared__ int row[256];

    unsigned int start = blockIdx.x * 256;
    unsigned int place = threadIdx.x * STEP % 256;
    int value = in[start + threadIdx.x];

    if (SHARED) {
        row[place] = value;
        __syncthreads();
        out[start + threadIdx.x] = row[threadIdx.x];
    } else {
        out[start + place] = value;
    }
}
