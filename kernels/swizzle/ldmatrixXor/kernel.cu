extern "C" __global__ void ldmatrixXor(unsigned int *out, const uint4 *in)
{
    __shared__ uint4 tile[32][8];  // 32 rows of 64 numbers of 16 bits, 8 in a uint4

    unsigned int lane = threadIdx.x;

    for (unsigned int k = lane; k < 32 * 8; k += 32) {
        unsigned int row = k / 8;
        unsigned int chunk = k % 8;
        tile[row][WITH_XOR ? chunk ^ row % 8 : chunk] = in[k];
    }
    __syncthreads();

    // Four blocks of 8 x 8 numbers, one below the other: a lane gives the address of one of their 32 rows.
    for (unsigned int chunk = 0; chunk < 8; ++chunk) {
        unsigned int row = lane;
        unsigned int address = __cvta_generic_to_shared(&tile[row][WITH_XOR ? chunk ^ row % 8 : chunk]);
        unsigned int block[4];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                     : "=r"(block[0]), "=r"(block[1]), "=r"(block[2]), "=r"(block[3])
                     : "r"(address)
                     : "memory");

        // Of every block a lane holds two numbers of row lane / 4, columns 2 (lane % 4) and the next.
        for (unsigned int b = 0; b < 4; ++b) out[(8 * b + lane / 4) * 32 + 4 * chunk + lane % 4] = block[b];
    }
}
