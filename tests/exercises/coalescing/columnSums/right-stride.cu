extern "C" __global__ void colSums(float *out, const float *in)
{
    for (unsigned int col = blockIdx.x * blockDim.x + threadIdx.x; col < N; col += gridDim.x * blockDim.x) {
        float sum = 0;
        for (unsigned int row = 0; row < N; ++row) sum += in[row * N + col];
        out[col] = sum;
    }
}
