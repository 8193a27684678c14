// fails: no more requests of shared memory than adding in pairs takes
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float part[BDIMX];
    for (unsigned int k = 0; k < BDIMX; ++k) {
        unsigned int row = blockIdx.x * BDIMX + k;
        if (row >= N) break;
        float sum = 0;
        for (unsigned int col = threadIdx.x; col < N; col += BDIMX) sum += in[row * N + col];
        part[threadIdx.x] = sum;
        __syncthreads();
        if (threadIdx.x == 0) {
            float all = 0;
            for (unsigned int p = 0; p < BDIMX; ++p) all += part[p];
            out[row] = all;
        }
        __syncthreads();
    }
}
