extern "C" __global__ void twoPaths(int *out)
{
    volatile __shared__ int part[BDIMX];  // volatile: else the compiler makes one store of both

    if (threadIdx.x % 32 < FIRST) {
        part[threadIdx.x] = threadIdx.x;
    } else {
        part[threadIdx.x] = -threadIdx.x;
    }
#if SYNC
    __syncwarp();
#endif
    out[threadIdx.x] = part[threadIdx.x ^ 31];
}
