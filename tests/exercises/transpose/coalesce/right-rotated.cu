extern "C" __global__ void tile(float *out, const float *in)
{
    __shared__ float tile[BDIMY][BDIMX];
    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;
    unsigned int row = blockIdx.x * BDIMX + threadIdx.y;
    unsigned int col = blockIdx.y * BDIMY + threadIdx.x;
    tile[threadIdx.y][(threadIdx.x + threadIdx.y) % BDIMX] = in[y * N + x];
    __syncthreads();
    out[row * N + col] = tile[threadIdx.x][(threadIdx.y + threadIdx.x) % BDIMX];
}
