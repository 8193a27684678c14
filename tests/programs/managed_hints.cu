// Managed memory: a list of nodes that host and device both follow, with hints where it should lie.
#include "check.h"

struct Node {
  int value;
  Node* next;
};

__managed__ Node* head;
__managed__ int total;

__global__ void walk() {
  int sum = 0;
  for (Node* node = head; node != nullptr; node = node->next) {
    sum += node->value;
    node->value = -node->value;
  }
  total = sum;
}

int main() {
  const int n = 20;
  const size_t bytes = n * sizeof(Node);
  Node* nodes = nullptr;
  CHECK(cudaMallocManaged(&nodes, bytes, cudaMemAttachGlobal));
  cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
  CHECK(cudaMemAdvise(nodes, bytes, cudaMemAdviseSetPreferredLocation, device));
  CHECK(cudaMemAdvise(nodes, bytes, cudaMemAdviseSetReadMostly, device));
  for (int i = 0; i < n; ++i) {
    nodes[i].value = i * i;
    nodes[i].next = i == 0 ? nullptr : &nodes[i - 1];
  }
  head = &nodes[n - 1];
  total = -1;
  CHECK(cudaMemPrefetchAsync(nodes, bytes, device, 0, nullptr));
  walk<<<1, 1>>>();
  CHECK(cudaMemPrefetchAsync(nodes, bytes, host, 0, nullptr));
  CHECK(cudaDeviceSynchronize());
  REQUIRE(total == 2470);
  for (int i = 0; i < n; ++i) REQUIRE(nodes[i].value == -i * i);
  cudaStream_t stream = nullptr;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamAttachMemAsync(stream, nodes, 0, cudaMemAttachSingle));
  head = &nodes[5];
  walk<<<1, 1, 0, stream>>>();
  CHECK(cudaStreamSynchronize(stream));
  REQUIRE(total == -55);
  cudaPointerAttributes found;
  CHECK(cudaPointerGetAttributes(&found, &nodes[3]));
  REQUIRE(found.type == cudaMemoryTypeManaged);
  REQUIRE(found.devicePointer == &nodes[3] && found.hostPointer == &nodes[3]);
  CHECK(cudaStreamDestroy(stream));
  CHECK(cudaFree(nodes));
  std::printf("right\n");
}
