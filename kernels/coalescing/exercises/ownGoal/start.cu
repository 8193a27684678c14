// My goal:
// TODO: write your goal in the line above, then write the copy that reaches it.

extern "C" __global__ void copyRows(float *__restrict__ out, const float *__restrict__ in)
{
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;

    for (unsigned int j = 0; j < TILE; j += ROWS) out[x * N + y + j] = in[x * N + y + j];
}
