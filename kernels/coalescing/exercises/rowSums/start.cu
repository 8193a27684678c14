extern "C" __global__ void rowSums(float *out, const float *in)
{
    unsigned int row = blockIdx.x * blockDim.x + threadIdx.x;

    if (row < N) {
        float sum = 0;
        // TODO: read the matrix along its rows, and let each thread load its row from shared memory.
        for (unsigned int col = 0; col < N; ++col) sum += in[row * N + col];
        out[row] = sum;
    }
}
