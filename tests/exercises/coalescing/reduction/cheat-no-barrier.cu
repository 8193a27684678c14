// fails: no fault is found
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float part[BDIMX];
    for (unsigned int k = 0; k < BDIMX; ++k) {
        unsigned int row = blockIdx.x * BDIMX + k;
        if (row >= N) break;
        float sum = 0;
        for (unsigned int col = threadIdx.x; col < N; col += BDIMX) sum += in[row * N + col];
        part[threadIdx.x] = sum;
        for (unsigned int gap = BDIMX / 2; gap > 0; gap /= 2) {
            if (threadIdx.x < gap) part[threadIdx.x] += part[threadIdx.x + gap];
            __syncthreads();
        }
        if (threadIdx.x == 0) out[row] = part[0];
    }
}
