#if APART
#define COORDINATE(c, i) in[c * N + i]  // all x, then all y, then all z: a structure of arrays
#else
#define COORDINATE(c, i) in[i * 3 + c]  // x, y and z of each point: an array of structures
#endif

extern "C" __global__ void points(float *out, const float *in)
{
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < N) {
        float x = COORDINATE(0, i);
        float y = COORDINATE(1, i);
        float z = COORDINATE(2, i);
        out[i] = x + y + z;
    }
}
