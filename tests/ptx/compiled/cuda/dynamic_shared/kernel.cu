// The dynamic shared memory holds two arrays: running sums in double precision, and the bytes in reverse order.
extern __shared__ unsigned char memory[];

extern "C" __global__ void dynamic_shared(double *sums, unsigned char *reversed, const unsigned char *in)
{
    int n = blockDim.x;
    int i = threadIdx.x;
    double *sum = reinterpret_cast<double *>(memory);
    unsigned char *byte = memory + n * sizeof(double);
    sum[i] = in[blockIdx.x * n + i] * 0.5;
    byte[i] = in[blockIdx.x * n + i];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        double before = i >= step ? sum[i - step] : 0.0;
        __syncthreads();
        sum[i] += before;
        __syncthreads();
    }
    sums[blockIdx.x * n + i] = sum[i];
    reversed[blockIdx.x * n + i] = byte[n - 1 - i];
}
