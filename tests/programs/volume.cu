// cudaMalloc3D, cudaMemset3D, cudaMemcpy3D with positions.
#include <cstdio>
#include <vector>

__global__ void add_one(cudaPitchedPtr box, cudaExtent extent) {
  const int x = threadIdx.x, y = blockIdx.x, z = blockIdx.y;
  char* const row = static_cast<char*>(box.ptr) + (z * extent.height + y) * box.pitch;
  ++row[x];
}

int main() {
  const cudaExtent extent = make_cudaExtent(20, 6, 5);
  cudaPitchedPtr box;
  if (cudaMalloc3D(&box, extent) != cudaSuccess || box.pitch < 20 || box.ysize != 6) return 1;
  if (cudaMemset3D(box, 4, extent) != cudaSuccess) return 2;
  std::vector<char> part(3 * 2 * 2, 9), all(20 * 6 * 5, 0);
  cudaMemcpy3DParms in = {};
  in.srcPtr = make_cudaPitchedPtr(part.data(), 3, 3, 2);
  in.dstPtr = box;
  in.dstPos = make_cudaPos(10, 2, 1);
  in.extent = make_cudaExtent(3, 2, 2);
  in.kind = cudaMemcpyHostToDevice;
  if (cudaMemcpy3D(&in) != cudaSuccess) return 3;
  add_one<<<dim3(6, 5), 20>>>(box, extent);
  cudaMemcpy3DParms out = {};
  out.srcPtr = box;
  out.dstPtr = make_cudaPitchedPtr(all.data(), 20, 20, 6);
  out.extent = extent;
  out.kind = cudaMemcpyDeviceToHost;
  if (cudaMemcpy3D(&out) != cudaSuccess) return 4;
  for (int z = 0; z < 5; ++z) {
    for (int y = 0; y < 6; ++y) {
      for (int x = 0; x < 20; ++x) {
        const bool inside = x >= 10 && x < 13 && y >= 2 && y < 4 && z >= 1 && z < 3;
        if (all[(z * 6 + y) * 20 + x] != (inside ? 10 : 5)) return 5;
      }
    }
  }
  cudaFree(box.ptr);
  std::printf("right\n");
}
