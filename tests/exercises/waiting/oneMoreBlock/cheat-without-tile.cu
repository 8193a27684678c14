// fails: each element is stored to the tile and loaded from it
extern "C" __global__ void rowSums(float *out, const float *in)
{
    unsigned int row = blockIdx.x * BDIMX + threadIdx.x;
    if (row >= N) return;
    float sum = 0;
    for (unsigned int col = 0; col < N; ++col) sum += in[row * N + col];
    out[row] = sum;
}
