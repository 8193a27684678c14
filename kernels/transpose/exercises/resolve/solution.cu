extern "C" __global__ void tile(float *out, const float *in)
{
    // One element of padding: each row begins one bank after the row above it.
    __shared__ float tile[BDIMY][BDIMX + 1];

    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    __syncthreads();

    // The block's place in the output: rows and columns of blocks are exchanged.
    unsigned int row = blockIdx.x * BDIMX + threadIdx.y;
    unsigned int col = blockIdx.y * BDIMY + threadIdx.x;
    out[row * N + col] = tile[threadIdx.x][threadIdx.y];
}
