// fails: a barrier or __syncwarp() stands between the stores and the loads that need them
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ volatile float tile[BDIMX][33];
    unsigned int first = blockIdx.x * BDIMX, lane = threadIdx.x % 32;
    float sum = 0;
    for (unsigned int col = 0; col < N; col += 32) {
        for (unsigned int row = threadIdx.x / 32 * 32; row < threadIdx.x / 32 * 32 + 32; ++row)
            tile[row][lane] = first + row < N ? in[(first + row) * N + col + lane] : 0;
        for (unsigned int k = 0; k < 32; ++k) sum += tile[threadIdx.x][k];
    }
    if (first + threadIdx.x < N) out[first + threadIdx.x] = sum;
}
