// manyBlocks<<<(N + BDIMX - 1) / BDIMX, BDIMX>>>(out);
extern "C" __global__ void manyBlocks(int *out)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N) out[i] = i;
}
