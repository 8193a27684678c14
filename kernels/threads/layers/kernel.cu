extern "C" __global__ void layers(int *out)
{
    unsigned int idx = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;

    out[idx] = 100 * threadIdx.z + 10 * threadIdx.y + threadIdx.x;
}
