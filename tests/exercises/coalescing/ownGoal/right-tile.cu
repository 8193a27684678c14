// My goal: four sectors a request, and nothing read twice.
extern "C" __global__ void copyRows(float *__restrict__ out, const float *__restrict__ in)
{
    __shared__ float tile[TILE][TILE];
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned int j = 0; j < TILE; j += ROWS) tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * N + x];
    __syncthreads();
    for (unsigned int j = 0; j < TILE; j += ROWS) out[(y + j) * N + x] = tile[threadIdx.y + j][threadIdx.x];
}
