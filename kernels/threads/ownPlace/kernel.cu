extern "C" __global__ void ownPlace(int *out)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;

    out[idx] = 10 * threadIdx.y + threadIdx.x;
}
