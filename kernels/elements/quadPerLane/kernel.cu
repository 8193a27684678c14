extern "C" __global__ void quadPerLane(int4 *out)
{
    __shared__ ELEMENT line[BDIMX * STRIDE];

    for (int k = threadIdx.x; k < BDIMX * STRIDE; k += BDIMX) {
        ELEMENT v;
        v.x = 4 * k;
        v.y = 4 * k + 1;
        v.z = 4 * k + 2;
        v.w = 4 * k + 3;
        line[k] = v;
    }
    __syncthreads();
    ELEMENT v = line[threadIdx.x / SHARE * STRIDE];
    out[threadIdx.x] = make_int4(v.x, v.y, v.z, v.w);
}
