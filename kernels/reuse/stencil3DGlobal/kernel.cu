extern "C" __global__ void stencil3DGlobal(float *out, const float *in)
{
    const unsigned int row = N + 2, plane = row * row;

    unsigned int x = blockIdx.x * BDIMX + threadIdx.x;
    unsigned int y = blockIdx.y * BDIMY + threadIdx.y;
    unsigned int z = blockIdx.z * BDIMZ + threadIdx.z;
    const float *here = in + (z + 1) * plane + (y + 1) * row + x + 1;

    out[(z * N + y) * N + x] = here[0] + here[-1] + here[1] + here[-(int)row] + here[row] + here[-(int)plane] + here[plane];
}
