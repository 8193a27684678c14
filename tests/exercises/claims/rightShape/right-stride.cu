extern "C" __global__ void blockShape(float *out, const float *in)
{
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    unsigned int threads = gridDim.x * gridDim.y * blockDim.x * blockDim.y;
    for (unsigned int i = block * blockDim.x * blockDim.y + thread; i < N * N; i += threads) out[i] = in[i];
}
