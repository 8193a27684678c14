// Each thread sorts eight numbers in an array of its own by insertion, and takes the element that another array names.
extern "C" __global__ void local_arrays(int *sorted, int *chosen, const int *in, const unsigned char *choice)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x;
    int own[8];
    unsigned char places[8];
    for (int i = 0; i < 8; ++i) {
        places[i] = choice[(thread + i) % 8];
        int value = in[thread * 8 + i];
        int place = i;
        while (place > 0 && own[place - 1] > value) {
            own[place] = own[place - 1];
            --place;
        }
        own[place] = value;
    }
    for (int i = 0; i < 8; ++i) sorted[thread * 8 + i] = own[i];
    chosen[thread] = own[places[own[0] & 7]];
}
