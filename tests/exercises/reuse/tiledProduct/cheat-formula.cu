// fails: the output is right for N = 96, TILE = 16 and other values of a, b, too
extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int d = (y - x + N) % 16;
    c[y * N + x] = N / 16 * (1240 - 8 * d * (16 - d));
}
