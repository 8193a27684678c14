extern "C" __global__ void colSums(float *out, const float *in)
{
    // Neighbouring threads take neighbouring columns: in each pass a warp reads a piece of one row.
    unsigned int col = blockIdx.x * blockDim.x + threadIdx.x;

    if (col < N) {
        float sum = 0;
        for (unsigned int row = 0; row < N; ++row) sum += in[row * N + col];
        out[col] = sum;
    }
}
