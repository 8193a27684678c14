// result[0] += the sum of all elements, result[1] = max(result[1], the largest), result[2] += how many are odd.
extern "C" __global__ void reduction(int *result, const int *in, int n)
{
    __shared__ int partial[8];
    int thread = threadIdx.x;
    int sum = 0;
    int largest = -2147483647 - 1;
    int odd = 0;
    for (int i = blockIdx.x * blockDim.x + thread; i < n; i += gridDim.x * blockDim.x) {
        sum += in[i];
        largest = max(largest, in[i]);
        odd += in[i] & 1;
    }
    for (int step = 16; step > 0; step /= 2) sum += __shfl_down_sync(0xffffffffu, sum, step);
    // __reduce_max_sync() in PTX: clang 19 exchanges its operands.
    asm volatile("redux.sync.max.s32 %0, %1, 0xffffffff;" : "=r"(largest) : "r"(largest));
    int ones = __popc(__ballot_sync(0xffffffffu, odd & 1)) + 2 * __popc(__ballot_sync(0xffffffffu, odd & 2)) +
               4 * __popc(__ballot_sync(0xffffffffu, odd & 4));
    if (thread % 32 == 0) {
        partial[thread / 32] = sum;
        atomicMax(result + 1, largest);
        atomicAdd(result + 2, ones);
    }
    __syncthreads();
    if (thread < 8) {
        int total = partial[thread];
        for (int step = 4; step > 0; step /= 2) total += __shfl_down_sync(0xffu, total, step, 8);
        if (thread == 0) atomicAdd(result, total);
    }
}
