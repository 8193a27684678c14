extern "C" __global__ void tile(float *out, const float *in)
{
    __shared__ float tile[BDIMY][BDIMX + IPAD];

    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;

    // The thread's place in the transposed tile, BDIMX rows of BDIMY elements.
    unsigned int idx = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int irow = idx / BDIMY;
    unsigned int icol = idx % BDIMY;

    tile[threadIdx.y][threadIdx.x] = in[y * N + x];
    __syncthreads();
    out[(blockIdx.x * BDIMX + irow) * N + blockIdx.y * BDIMY + icol] = tile[icol][irow];
}
