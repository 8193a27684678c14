// fails: the matrix is read with as few sectors as its bytes need
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float tile[BDIMX];
    if (threadIdx.x != 0) return;
    for (unsigned int row = blockIdx.x * BDIMX; row < N && row < (blockIdx.x + 1) * BDIMX; ++row) {
        float sum = 0;
        for (unsigned int col = 0; col < N; ++col) {
            volatile float *mine = tile;
            mine[col % BDIMX] = in[row * N + col];
            sum += mine[col % BDIMX];
        }
        out[row] = sum;
    }
}
