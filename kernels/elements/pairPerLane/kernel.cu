extern "C" __global__ void pairPerLane(int2 *out)
{
    __shared__ ELEMENT line[BDIMX * STRIDE];

    for (int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) {
        ELEMENT v;
        v.x = 2 * k;
        v.y = 2 * k + 1;
        line[k] = v;
    }
    __syncthreads();
    ELEMENT v = line[threadIdx.x / SHARE * STRIDE];
    out[threadIdx.x] = make_int2(v.x, v.y);
}
