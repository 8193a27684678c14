// launch: k<<<1, 64>>>(in, out)
__global__ void k(const float* in, float* out) {
  __shared__ float s[64];
  unsigned a = (unsigned)__cvta_generic_to_shared(&s[threadIdx.x]);
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"(a), "l"(in + threadIdx.x) : "memory");
  asm volatile("cp.async.commit_group;\n cp.async.wait_group 0;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = s[63 - threadIdx.x];
}
