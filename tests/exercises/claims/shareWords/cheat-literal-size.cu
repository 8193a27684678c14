// fails: the output is right for WORDS = 7 and other values of in, too
// in: int[WORDS] = i * STRIDE
extern "C" __global__ void broadcastSome(int *out, const int *in)
{
    __shared__ int row[5];
    if (threadIdx.x < 5) row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = row[threadIdx.x % 5];
}
