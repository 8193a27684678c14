extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float tile[BDIMX][32];
    __shared__ float sums[BDIMX];
    unsigned int first = blockIdx.x * BDIMX, lane = threadIdx.x % 32;
    sums[threadIdx.x] = 0;
    for (unsigned int col = 0; col < N; col += 32) {
        for (unsigned int row = threadIdx.x / 32; row < BDIMX; row += BDIMX / 32)
            tile[row][(lane + row) % 32] = first + row < N ? in[(first + row) * N + col + lane] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < 32; ++k) sums[threadIdx.x] += tile[threadIdx.x][(k + threadIdx.x) % 32];
        __syncthreads();
    }
    if (first + threadIdx.x < N) out[first + threadIdx.x] = sums[threadIdx.x];
}
