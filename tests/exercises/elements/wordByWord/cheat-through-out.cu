// fails: each word is stored to shared memory and loaded from it
// in: int4[BDIMX] = i
extern "C" __global__ void quadPerLane(int4 *out, const int4 *in)
{
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int4 mine = out[threadIdx.x];
    out[threadIdx.x] = mine;
}
