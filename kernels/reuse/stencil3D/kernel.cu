extern "C" __global__ void stencil3D(float *out, const float *in)
{
    __shared__ float tile[BDIMZ + 2][BDIMY + 2][BDIMX + 2];
    const unsigned int row = N + 2, plane = row * row;

    // All threads together fill the tile, which has more elements than the block has threads.
    unsigned int thread = (threadIdx.z * BDIMY + threadIdx.y) * BDIMX + threadIdx.x;
    for (unsigned int i = thread; i < (BDIMZ + 2) * (BDIMY + 2) * (BDIMX + 2); i += BDIMX * BDIMY * BDIMZ) {
        unsigned int tx = i % (BDIMX + 2), ty = i / (BDIMX + 2) % (BDIMY + 2), tz = i / ((BDIMX + 2) * (BDIMY + 2));
        unsigned int x = blockIdx.x * BDIMX + tx, y = blockIdx.y * BDIMY + ty, z = blockIdx.z * BDIMZ + tz;
        tile[tz][ty][tx] = in[z * plane + y * row + x];
    }
    __syncthreads();

    unsigned int tx = threadIdx.x + 1, ty = threadIdx.y + 1, tz = threadIdx.z + 1;
    float sum = tile[tz][ty][tx] + tile[tz][ty][tx - 1] + tile[tz][ty][tx + 1];
    sum += tile[tz][ty - 1][tx] + tile[tz][ty + 1][tx];
    sum += tile[tz - 1][ty][tx] + tile[tz + 1][ty][tx];

    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;
    unsigned int z = blockIdx.z * BDIMZ + threadIdx.z;
    out[(z * N + y) * N + x] = sum;
}
