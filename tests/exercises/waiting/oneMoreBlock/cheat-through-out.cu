// fails: the matrix is read with as few sectors as its bytes need
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float tile[BDIMX][33];
    unsigned int first = blockIdx.x * BDIMX, lane = threadIdx.x % 32;
    volatile float *sums = out;
    if (first + threadIdx.x < N) sums[first + threadIdx.x] = 0;
    for (unsigned int col = 0; col < N; col += 32) {
        for (unsigned int row = threadIdx.x / 32; row < BDIMX; row += BDIMX / 32)
            tile[row][lane] = first + row < N ? in[(first + row) * N + col + lane] : 0;
        __syncthreads();
        for (unsigned int k = 0; k < 32; ++k)
            if (first + threadIdx.x < N) sums[first + threadIdx.x] += tile[threadIdx.x][k];
        __syncthreads();
    }
}
