extern "C" __global__ void colSums(float *out, const float *in)
{
    unsigned int col = blockIdx.x * BDIMX + threadIdx.x;
    if (col >= N) return;
    float even = 0, odd = 0;
    for (unsigned int row = 0; row < N; row += 2) {
        even += in[row * N + col];
        odd += in[(row + 1) * N + col];
    }
    out[col] = even + odd;
}
