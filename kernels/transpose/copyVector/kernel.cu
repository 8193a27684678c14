extern "C" __global__ void __launch_bounds__(512) copyVector(float4 *out, const float4 *in)
{
    unsigned int x = threadIdx.x;  // a float4 of a row: 0 to 15
    unsigned int y = threadIdx.y;  // a row: 0 to 31
    unsigned int col = (DOWN ? blockIdx.y : blockIdx.x) * 64;
    unsigned int row = (DOWN ? blockIdx.x : blockIdx.y) * 64;

    // Both loads first: they are on their way together.
    unsigned int first = ((row + y) * N + col) / 4 + x;
    float4 a = in[first];
    float4 b = in[first + 32 * N / 4];

    out[first] = a;
    out[first + 32 * N / 4] = b;
}
