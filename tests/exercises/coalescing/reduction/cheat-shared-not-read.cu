// fails: each row is still read along its length
extern "C" __global__ void rowSums(float *out, const float *in)
{
    __shared__ volatile float part[BDIMX];
    unsigned int row = blockIdx.x * BDIMX + threadIdx.x;
    if (row >= N) return;
    float sum = 0;
    for (unsigned int col = 0; col < N; ++col) sum += in[row * N + col];
    part[threadIdx.x] = sum;
    out[row] = sum;
}
