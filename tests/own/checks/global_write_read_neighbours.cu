// launch: k<<<1, 64>>>(a)
// a: int[65] = i
__global__ void k(int* a) { a[threadIdx.x] = a[threadIdx.x + 1]; }  // expect order_dependent race: across warps
