// printf with each kind of argument, and one with none.
#include <cstdio>

extern "C" __global__ void printing(const int *numbers, const double *halves)
{
    int i = threadIdx.x;
    if (i == 0) printf("begin\n");
    if (i == 3)
        printf("%d %5u %08x %c|%-6s|%lld %.3f %e %%\n", numbers[i], 17u, 0xbeefu, 'k', "warp", -5000000000LL, halves[i],
               static_cast<float>(halves[i]) * 2.0f);
    if (i == 5) printf("%s %hd %zu %g\n", numbers[i] > 0 ? "positive" : "negative", static_cast<short>(numbers[i]),
                       sizeof(double), halves[i]);
}
