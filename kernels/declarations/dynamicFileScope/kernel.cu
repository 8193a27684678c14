extern __shared__ int tile[];

// dynamicFileScope<<<1, dim3(BDIMX, BDIMY), BDIMY * (BDIMX + IPAD) * sizeof(int)>>>(out);
extern "C" __global__ void dynamicFileScope(int *out)
{
    unsigned int row = threadIdx.y * (BDIMX + IPAD) + threadIdx.x;

    tile[row] = threadIdx.y * BDIMX + threadIdx.x;
    __syncthreads();
    out[threadIdx.y * BDIMX + threadIdx.x] = tile[row];
}
