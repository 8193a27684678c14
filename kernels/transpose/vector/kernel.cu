extern "C" __global__ void __launch_bounds__(256) vector(float4 *out, const float4 *in)
{
    __shared__ float4 tile[64][16];  // the tile, already turned: 64 rows of 16 float4

    unsigned int x = threadIdx.x;  // 0 to 15
    unsigned int y = threadIdx.y;  // 0 to 15

    // Blocks start in the order of blockIdx.x. Let it count the rows of tiles: blocks at work together then read below
    // each other and write beside each other, which on an H200 takes less time than the other way round.
    unsigned int col = blockIdx.y * 64;
    unsigned int row = blockIdx.x * 64;

    // A thread takes a square of 4 x 4 elements, a float4 of each of four rows. All four loads are on their way together.
    const float4 *first = &in[((row + 4 * y) * N + col) / 4 + x];
    float4 a = first[0];
    float4 b = first[N / 4];
    float4 c = first[2 * N / 4];
    float4 d = first[3 * N / 4];

    // Its columns are rows of the turned tile, each one float4. Float4 y is kept at y ^ (x % 8): the eight threads that
    // are served together have eight different x, and so take all 32 banks.
    unsigned int place = y ^ (SWIZZLE * (x % 8));
    tile[4 * x + 0][place] = make_float4(a.x, b.x, c.x, d.x);
    tile[4 * x + 1][place] = make_float4(a.y, b.y, c.y, d.y);
    tile[4 * x + 2][place] = make_float4(a.z, b.z, c.z, d.z);
    tile[4 * x + 3][place] = make_float4(a.w, b.w, c.w, d.w);
    __syncthreads();

    // Row r of the turned tile goes out whole, a float4 a thread. It was stored by the threads of x = r / 4.
    for (unsigned int r = y; r < 64; r += 16)
        out[((col + r) * N + row) / 4 + x] = tile[r][x ^ (SWIZZLE * (r / 4 % 8))];
}
