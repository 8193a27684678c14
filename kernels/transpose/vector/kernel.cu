extern "C" __global__ void __launch_bounds__(512) vector(float4 *out, const float4 *in)
{
    __shared__ float4 tile[64][16];  // the tile, already turned: 64 rows of 16 float4
    float2 *pairs = (float2 *)tile;  // the same memory, two elements at a time: 32 pairs a row

    unsigned int x = threadIdx.x;  // 0 to 15
    unsigned int y = threadIdx.y;  // 0 to 31

    // Blocks start in the order of blockIdx.x. Let it count the rows of tiles: blocks at work together then read below
    // each other and write beside each other, which on an H200 takes less time than the other way round.
    unsigned int col = blockIdx.y * 64;
    unsigned int row = blockIdx.x * 64;

    // A thread takes a float4 of each of two rows. Both loads are on their way together.
    const float4 *first = &in[((row + 2 * y) * N + col) / 4 + x];
    float4 a = first[0];
    float4 b = first[N / 4];

    // Of each of its four columns it has two elements: a pair of a row of the turned tile. Pair y is kept at y ^ x: the
    // sixteen threads that are served together have sixteen different x, and so take all 32 banks.
    unsigned int place = y ^ (SWIZZLE * x);
    pairs[(4 * x + 0) * 32 + place] = make_float2(a.x, b.x);
    pairs[(4 * x + 1) * 32 + place] = make_float2(a.y, b.y);
    pairs[(4 * x + 2) * 32 + place] = make_float2(a.z, b.z);
    pairs[(4 * x + 3) * 32 + place] = make_float2(a.w, b.w);
    __syncthreads();

    // Row r of the turned tile goes out whole, a float4 a thread. It was stored by the threads of x = r / 4: two pairs
    // that make a float4 moved together, by half of that, and change places where it is odd.
    for (unsigned int r = y; r < 64; r += 32) {
        float4 v = tile[r][x ^ (SWIZZLE * (r / 8))];
        if (SWIZZLE * (r / 4) % 2 == 1)
            v = make_float4(v.z, v.w, v.x, v.y);
        out[((col + r) * N + row) / 4 + x] = v;
    }
}
