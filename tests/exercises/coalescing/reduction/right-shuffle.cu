extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float part[BDIMX / 32];
    for (unsigned int k = 0; k < BDIMX; ++k) {
        unsigned int row = blockIdx.x * BDIMX + k;
        if (row >= N) break;
        float sum = 0;
        for (unsigned int col = threadIdx.x; col < N; col += BDIMX) sum += in[row * N + col];
        for (unsigned int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(~0u, sum, far);
        if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
        __syncthreads();
        if (threadIdx.x < 32) {
            sum = threadIdx.x < BDIMX / 32 ? part[threadIdx.x] : 0;
            for (unsigned int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(~0u, sum, far);
            if (threadIdx.x == 0) out[row] = sum;
        }
        __syncthreads();
    }
}
