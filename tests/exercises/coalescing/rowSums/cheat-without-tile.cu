// fails: each element is stored to the tile and loaded from it
extern "C" __global__ void rowSums(float *out, const float *in)
{
    for (unsigned int k = threadIdx.x / 32; k < BDIMX; k += BDIMX / 32) {
        unsigned int row = blockIdx.x * BDIMX + k;
        float sum = 0;
        if (row < N)
            for (unsigned int col = threadIdx.x % 32; col < N; col += 32) sum += in[row * N + col];
        for (unsigned int far = 16; far > 0; far /= 2) sum += __shfl_xor_sync(~0u, sum, far);
        if (threadIdx.x % 32 == 0 && row < N) out[row] = sum;
    }
}
