// out[c][r] = in[r][c] through a tile with a column of padding; a block has 32 x 8 threads.
constexpr int kTile = 32;
constexpr int kRows = 8;

extern "C" __global__ void transpose(float *out, const float *in, int rows, int columns)
{
    __shared__ float tile[kTile][kTile + 1];
    int column = blockIdx.x * kTile + threadIdx.x;
    int row = blockIdx.y * kTile + threadIdx.y;
    for (int step = 0; step < kTile; step += kRows)
        if (row + step < rows && column < columns)
            tile[threadIdx.y + step][threadIdx.x] = in[(row + step) * columns + column];
    __syncthreads();
    column = blockIdx.y * kTile + threadIdx.x;
    row = blockIdx.x * kTile + threadIdx.y;
    for (int step = 0; step < kTile; step += kRows)
        if (row + step < columns && column < rows)
            out[(row + step) * rows + column] = tile[threadIdx.x][threadIdx.y + step];
}
