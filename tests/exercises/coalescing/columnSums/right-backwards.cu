extern "C" __global__ void colSums(float *out, const float *in)
{
    unsigned int col = blockIdx.x * BDIMX + threadIdx.x;
    if (col >= N) return;
    float sum = 0;
    for (int row = N - 1; row >= 0; --row) sum += in[row * N + col];
    out[col] = sum;
}
