extern "C" __global__ void colSums(float *out, const float *in)
{
    // TODO: every column has its thread, but the loads are not coalesced.
    unsigned int col = threadIdx.x * gridDim.x + blockIdx.x;

    if (col < N) {
        float sum = 0;
        for (unsigned int row = 0; row < N; ++row) sum += in[row * N + col];
        out[col] = sum;
    }
}
