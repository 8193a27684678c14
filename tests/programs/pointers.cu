// Pointers inside of what kernels are given: a tree in device memory, a structure with arrays, a table of pointers.
#include <vector>

#include "check.h"

struct Node {
  int value, left, right;  // -1: none
};
struct Tree {
  const Node* nodes;
  int* depths;
  int* const* rows;
  int count;
};

__device__ int depth_of(const Tree& tree, int value) {
  int at = 0, depth = 0;
  while (at >= 0 && tree.nodes[at].value != value) {
    at = value < tree.nodes[at].value ? tree.nodes[at].left : tree.nodes[at].right;
    ++depth;
  }
  return at < 0 ? -1 : depth;
}

__global__ void search(Tree tree) {
  for (int i = threadIdx.x; i < tree.count; i += blockDim.x) tree.depths[i] = depth_of(tree, 3 * i);
}
__global__ void spread(Tree tree) { tree.rows[blockIdx.x][threadIdx.x] = tree.depths[threadIdx.x] * (blockIdx.x + 1); }

/// A balanced tree of 0, 3, 6, ...; the depth of each value.
int build(std::vector<Node>& nodes, std::vector<int>& depths, int first, int last, int depth) {
  if (first >= last) return -1;
  const int middle = (first + last) / 2, at = int(nodes.size());
  nodes.push_back({3 * middle, -1, -1});
  depths[middle] = depth;
  const int left = build(nodes, depths, first, middle, depth + 1);
  const int right = build(nodes, depths, middle + 1, last, depth + 1);
  nodes[at].left = left;
  nodes[at].right = right;
  return at;
}

int main() {
  const int n = 100, rows = 3;
  std::vector<Node> nodes;
  std::vector<int> expected(n), back(n);
  build(nodes, expected, 0, n, 0);
  Node* device_nodes = nullptr;
  CHECK(cudaMalloc(&device_nodes, n * sizeof(Node)));
  CHECK(cudaMemcpy(device_nodes, nodes.data(), n * sizeof(Node), cudaMemcpyHostToDevice));
  int *depths = nullptr, *row[rows] = {}, **table = nullptr;
  CHECK(cudaMalloc(&depths, n * sizeof(int)));
  CHECK(cudaMemset(depths, 0, n * sizeof(int)));
  for (int*& memory : row) {
    CHECK(cudaMalloc(&memory, n * sizeof(int)));
    CHECK(cudaMemset(memory, 0xff, n * sizeof(int)));
  }
  CHECK(cudaMalloc(&table, sizeof row));
  CHECK(cudaMemcpy(table, row, sizeof row, cudaMemcpyHostToDevice));
  const Tree tree = {device_nodes, depths, table, n};
  search<<<1, 64>>>(tree);
  spread<<<rows, n>>>(tree);
  for (int r = 0; r < rows; ++r) {
    CHECK(cudaMemcpy(back.data(), row[r], n * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i) REQUIRE(back[i] == expected[i] * (r + 1));
    CHECK(cudaFree(row[r]));
  }
  CHECK(cudaFree(device_nodes));
  CHECK(cudaFree(depths));
  CHECK(cudaFree(table));
  std::printf("deepest at %d\nright\n", expected[0]);
}
