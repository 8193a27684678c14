// Atomics whose lanes ptxas merges, and others: a launch of one warp each. What an H200 counted of each is in
// tests/hardware/merged_atomics_h200.csv.
#include <cstdio>
#include <cuda_runtime.h>

#define KERNEL(NAME, ...)                                                                                      \
  __global__ void NAME(const unsigned* w, const unsigned* at, unsigned k, unsigned m, unsigned* out) {          \
    __shared__ unsigned b[64];                                                                                 \
    const unsigned t = threadIdx.x;                                                                            \
    b[t] = 0, b[t + 32] = 0;                                                                                   \
    const unsigned mine = w[t], place = at[t];                                                                 \
    unsigned old = mine + place + m;                                                                           \
    __syncthreads();                                                                                           \
    __VA_ARGS__;                                                                                               \
    __syncthreads();                                                                                           \
    out[t] = b[t] + b[t + 32] + old;                                                                           \
  }

KERNEL(addWeightsConst, atomicAdd(&b[5], mine))                         //  0: REDUX.SUM, one ATOMS.ADD
KERNEL(addWeightsParam, atomicAdd(&b[k], mine))                         //  1
KERNEL(minWeightsParam, atomicMin(&b[k], mine))                         //  2: REDUX.MIN
KERNEL(orWeightsConst, atomicOr(&b[5], mine))                           //  3: REDUX.OR
KERNEL(xorOneValue, atomicXor(&b[5], m))                                //  4: REDUX.XOR
KERNEL(incGroups, atomicInc(&b[place], 0xffffffffu))                    //  5: ATOMS.POPC.INC, 4 words of 8 lanes
KERNEL(addOneConst, atomicAdd(&b[5], 1u))                               //  6: ATOMS.POPC.INC
KERNEL(minUsed, old = atomicMin(&b[k], mine))                           //  7: ATOMS.MIN of all lanes
KERNEL(addOneUsed, old = atomicAdd(&b[k], 1u))                          //  8: POPC, one ATOMS.ADD
KERNEL(addWeightsUsed, old = atomicAdd(&b[k], mine))                    //  9: SHFL.UP, one ATOMS.ADD
KERNEL(addWeightsUsedSeven, if (t < 7) old = atomicAdd(&b[k], mine))    // 10: ATOMS.ADD of 7 lanes
KERNEL(minSeven, if (t < 7) atomicMin(&b[k], mine))                     // 11: REDUX.MIN
KERNEL(incLimit, atomicInc(&b[k], 6u))                                  // 12: ATOMS.INC of all lanes
KERNEL(addWarp, atomicAdd(&b[t / 32], mine))                            // 13: ATOMS.ADD of all lanes
KERNEL(addLoaded, atomicAdd(&b[at[0]], mine))                           // 14: one address, loaded
KERNEL(addLoop, for (unsigned j = 0; j < m; ++j) atomicAdd(&b[j], mine))  // 15: m = 4 times REDUX.SUM, one ATOMS.ADD
KERNEL(addThree, atomicAdd(&b[k], 3u))                                  // 16: POPC, one ATOMS.ADD
KERNEL(addOneGroups, atomicAdd(&b[place], 1u))                          // 17: ATOMS.POPC.INC, 4 words of 8 lanes
KERNEL(addThreeGroups, atomicAdd(&b[place], 3u))                        // 18: ATOMS.ADD of all lanes

int main() {
  unsigned *w, *at, *out, host[32], places[32], sums[32];
  for (unsigned t = 0; t < 32; ++t) host[t] = 7 * t + 1, places[t] = t / 8;
  cudaMalloc(&w, sizeof host), cudaMalloc(&at, sizeof places), cudaMalloc(&out, sizeof sums);
  cudaMemcpy(w, host, sizeof host, cudaMemcpyHostToDevice);
  cudaMemcpy(at, places, sizeof places, cudaMemcpyHostToDevice);
  using Kernel = void (*)(const unsigned*, const unsigned*, unsigned, unsigned, unsigned*);
  const Kernel kernels[] = {addWeightsConst, addWeightsParam, minWeightsParam,     orWeightsConst, xorOneValue,
                            incGroups,       addOneConst,     minUsed,             addOneUsed,     addWeightsUsed,
                            addWeightsUsedSeven, minSeven,    incLimit,            addWarp,        addLoaded,
                            addLoop,         addThree,        addOneGroups,        addThreeGroups};
  for (const Kernel kernel : kernels) {
    kernel<<<1, 32>>>(w, at, 9, 4, out);
    cudaMemcpy(sums, out, sizeof sums, cudaMemcpyDeviceToHost);
    std::printf("%u\n", sums[9]);
  }
  return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
