// fails: your goal stands behind "My goal:", in a few words
// My goal: x
extern "C" __global__ void copyRows(float *__restrict__ out, const float *__restrict__ in)
{
    unsigned int x = blockIdx.x * TILE + threadIdx.x;
    unsigned int y = blockIdx.y * TILE + threadIdx.y;
    for (unsigned int j = 0; j < TILE; j += ROWS) out[(y + j) * N + x] = in[(y + j) * N + x];
}
