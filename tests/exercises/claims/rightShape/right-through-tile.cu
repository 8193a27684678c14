extern "C" __global__ void blockShape(float *out, const float *in)
{
    // Through shared memory, which nothing asks for.
    __shared__ float line[256];
    unsigned int thread = threadIdx.y * BDIMX + threadIdx.x;
    unsigned int block = blockIdx.y * gridDim.x + blockIdx.x;
    line[thread] = in[256 * block + thread];
    __syncthreads();
    out[256 * block + 255 - thread] = line[255 - thread];
}
