extern "C" __global__ void warpAndLane(int *out)
{
    unsigned int idx = threadIdx.y * blockDim.x + threadIdx.x;
    unsigned int warp = idx / 32;
    unsigned int lane = idx % 32;

    out[idx] = 32 * warp + lane;  // idx again
}
