extern "C" __global__ void streamVector(float *out, const float4 *in)
{
    // TODO: sum EACH elements in each thread.
}
