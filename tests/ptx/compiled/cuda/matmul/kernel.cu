// c = a b on tensor cores, one warp for each 16 x 8 of c; a is M x K, b is K x N, both f16 and stored by rows.
// The fragments come from shared memory by ldmatrix, which cp.async fills.
__device__ unsigned shared_address(const void *pointer)
{
    return static_cast<unsigned>(__cvta_generic_to_shared(pointer));
}

__device__ void copy_16_bytes(void *shared, const void *global)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared_address(shared)), "l"(global));
}

__device__ void multiply(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2])
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

extern "C" __global__ void matmul(float *c, const unsigned short *a, const unsigned short *b, int n, int k)
{
    alignas(16) __shared__ unsigned short a_tile[16][24];  // 8 of padding: no two rows of 16 bytes share banks
    alignas(16) __shared__ unsigned short b_tile[16][8];
    int lane = threadIdx.x;
    int row = blockIdx.y * 16;
    int column = blockIdx.x * 8;
    float sum[4] = {};
    for (int step = 0; step < k; step += 16) {
        copy_16_bytes(&a_tile[lane / 2][lane % 2 * 8], a + (row + lane / 2) * k + step + lane % 2 * 8);
        if (lane < 16) copy_16_bytes(&b_tile[lane][0], b + (step + lane) * n + column);
        asm volatile("cp.async.commit_group;\n\tcp.async.wait_group 0;" ::: "memory");
        __syncwarp();
        unsigned fragment_a[4];
        unsigned fragment_b[2];
        asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];"
                     : "=r"(fragment_a[0]), "=r"(fragment_a[1]), "=r"(fragment_a[2]), "=r"(fragment_a[3])
                     : "r"(shared_address(&a_tile[lane % 16][lane / 16 * 8])));
        asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];"
                     : "=r"(fragment_b[0]), "=r"(fragment_b[1])
                     : "r"(shared_address(&b_tile[lane % 16][0])));
        multiply(sum, fragment_a, fragment_b);
        __syncwarp();
    }
    float *out = c + (row + lane / 4) * n + column + lane % 4 * 2;
    out[0] = sum[0];
    out[1] = sum[1];
    out[8 * n] = sum[2];
    out[8 * n + 1] = sum[3];
}
