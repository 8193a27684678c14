extern "C" __global__ void matmulTile(float *c, const float *a, const float *b)
{
    // TODO: compute TILE rows and columns of C in each block, from tiles of A and B.
}
