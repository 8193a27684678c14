extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float tile[BDIMX][33];

    unsigned int first = blockIdx.x * BDIMX;  // the block's first row
    unsigned int lane = threadIdx.x % 32;
    float sum = 0;  // only this thread needs it: a register is enough

    for (unsigned int col = 0; col < N; col += 32) {
        // A warp takes every (BDIMX / 32)-th row of the tile, and its lanes run along the row.
        for (unsigned int row = threadIdx.x / 32; row < BDIMX; row += BDIMX / 32) {
            bool inside = first + row < N && col + lane < N;
            tile[row][lane] = inside ? in[(first + row) * N + col + lane] : 0;
        }
        __syncthreads();

        for (unsigned int k = 0; k < 32; ++k) sum += tile[threadIdx.x][k];
        __syncthreads();  // the tile is stored to again
    }

    if (first + threadIdx.x < N) out[first + threadIdx.x] = sum;
}
