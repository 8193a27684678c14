extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ float part[BDIMX];

    for (unsigned int k = 0; k < BDIMX; ++k) {
        unsigned int row = blockIdx.x * BDIMX + k;  // the same for the whole block
        if (row >= N) break;

        float sum = 0;
        for (unsigned int col = threadIdx.x; col < N; col += BDIMX) sum += in[row * N + col];
        part[threadIdx.x] = sum;
        __syncthreads();

        // TODO: choose pairs with which the lanes of a step do not meet in a bank.
        for (unsigned int gap = 1; gap < BDIMX; gap *= 2) {
            unsigned int first = 2 * gap * threadIdx.x;
            if (first < BDIMX) part[first] += part[first + gap];
            __syncthreads();
        }

        if (threadIdx.x == 0) out[row] = part[0];
    }
}
