// out = softmax of each row; a block of 128 threads has one row of at most 128 columns.
__device__ float largest_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2) value = fmaxf(value, __shfl_xor_sync(0xffffffffu, value, step));
    return value;
}

__device__ float sum_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffu, value, step);
    return value;
}

extern "C" __global__ void softmax(float *out, const float *in, int columns)
{
    __shared__ float of_warp[2][4];
    int thread = threadIdx.x;
    bool inside = thread < columns;
    float value = inside ? in[blockIdx.x * columns + thread] : __int_as_float(0xff800000);
    float largest = largest_of_warp(value);
    if (thread % 32 == 0) of_warp[0][thread / 32] = largest;
    __syncthreads();
    for (int warp = 0; warp < 4; ++warp) largest = fmaxf(largest, of_warp[0][warp]);
    float power = inside ? __expf(value - largest) : 0.0f;
    float sum = sum_of_warp(power);
    if (thread % 32 == 0) of_warp[1][thread / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int warp = 0; warp < 4; ++warp) sum += of_warp[1][warp];
    if (inside) out[blockIdx.x * columns + thread] = power / sum;
}
