// Kernels: their launches, their attributes, the number of their blocks that a multiprocessor holds.
#include <algorithm>
#include <cstring>
#include <map>
#include <mutex>

#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

struct Function {
  protocol::FunctionFacts facts;
  std::vector<protocol::ParameterPlace> parameters;
};

/// A launch configuration, as in <<<>>>.
struct Shape {
  Dim3 grid{1, 1, 1}, block{1, 1, 1};
  std::size_t dynamic_shared = 0;
  Stream stream = nullptr;
  void* from = nullptr;  ///< its place in the program
};

thread_local std::vector<Shape> pushed;
/// The place of the last launch whose configuration was popped: nvcc's code does so right before the launch.
thread_local void* popped_from = nullptr;

constexpr int kAttributeCooperative = 2, kAttributeCluster = 4;
constexpr int kMostDynamicShared = 8, kCarveout = 9;

Error find_function(const Call& call, const void* host, Function& function) {
  // nvcc's kernels do not change; each is looked up once.
  static std::mutex mutex;
  static auto* const known = new std::map<const void*, Function>;
  {
    const std::scoped_lock lock(mutex);
    if (const auto found = known->find(host); found != known->end()) {
      function = found->second;
      return kSuccess;
    }
  }
  const Reply answer =
      ask(call, protocol::Kind::describe, bytes_of(protocol::Describe{reinterpret_cast<std::uint64_t>(host)}));
  if (answer.error != kSuccess) return answer.error;
  if (answer.bytes.size() < sizeof function.facts) return kUnknown;
  std::memcpy(&function.facts, answer.bytes.data(), sizeof function.facts);
  const std::size_t places = function.facts.parameters * sizeof(protocol::ParameterPlace);
  if (answer.bytes.size() != sizeof function.facts + places) return kUnknown;
  function.parameters.resize(function.facts.parameters);
  if (places != 0) std::memcpy(function.parameters.data(), answer.bytes.data() + sizeof function.facts, places);
  const std::scoped_lock lock(mutex);
  known->emplace(host, function);
  return kSuccess;
}

/// The error of a call with a kernel's handle that does not exist.
Error of_handle(Error error) { return error == kInvalidDeviceFunction ? kInvalidResourceHandle : error; }

Error launch(Call call, const void* host, const Shape& shape, void** arguments, bool is_cooperative) {
  if (const Error error = begin(false); error != kSuccess) return finish_launch(error, -1);
  if (shape.from != nullptr) call.from = shape.from;
  Function function;
  // An unknown kernel is launched without arguments: the device records the failure.
  static_cast<void>(find_function(call, host, function));
  std::vector<std::byte> block(function.facts.parameter_bytes);
  for (std::size_t p = 0; p < function.parameters.size(); ++p) {
    const protocol::ParameterPlace& place = function.parameters[p];
    std::memcpy(block.data() + place.offset, arguments[p], place.bytes);
  }
  const protocol::Launch request{reinterpret_cast<std::uint64_t>(host),
                                 {shape.grid.x, shape.grid.y, shape.grid.z},
                                 {shape.block.x, shape.block.y, shape.block.z},
                                 shape.dynamic_shared,
                                 is_cooperative ? 1u : 0u,
                                 0};
  const Reply answer = ask(call, protocol::Kind::launch, bytes_of(request), block);
  protocol::LaunchReply reply;
  reply.index = UINT64_MAX;
  if (answer.bytes.size() >= sizeof reply) {
    std::memcpy(&reply, answer.bytes.data(), sizeof reply);
    const auto text = std::span(answer.bytes).subspan(sizeof reply);
    const std::size_t printed = std::min<std::size_t>(reply.printed, text.size());
    add_output(text.first(printed), text.subspan(printed));
  }
  const auto index = static_cast<std::int64_t>(reply.index);
  if (answer.error != kSuccess) return finish_launch(answer.error, index);
  if (reply.kernel_error != kSuccess) kernel_failed(reply.kernel_error, index);
  return kSuccess;
}

}  // namespace

BANKLOOM_CUDA unsigned __cudaPushCallConfiguration(Dim3 grid, Dim3 block, std::size_t dynamic_shared, Stream stream) {
  pushed.push_back({grid, block, dynamic_shared, stream, __builtin_return_address(0)});
  return 0;
}

BANKLOOM_CUDA Error __cudaPopCallConfiguration(Dim3* grid, Dim3* block, std::size_t* dynamic_shared, void* stream) {
  if (pushed.empty()) return finish(kMissingConfiguration);
  const Shape shape = pushed.back();
  pushed.pop_back();
  *grid = shape.grid;
  *block = shape.block;
  *dynamic_shared = shape.dynamic_shared;
  *static_cast<Stream*>(stream) = shape.stream;
  popped_from = shape.from;
  return kSuccess;
}

// A kernel's handle is the address that the program uses for it.
BANKLOOM_CUDA Error __cudaGetKernel(void** kernel, const void* function) {
  *kernel = const_cast<void*>(function);  // NOLINT: handles are not const
  return kSuccess;
}
BANKLOOM_CUDA Error cudaGetKernel(void** kernel, const void* function) { return __cudaGetKernel(kernel, function); }
BANKLOOM_CUDA Error cudaGetFuncBySymbol(void** function, const void* symbol) {
  return __cudaGetKernel(function, symbol);
}

BANKLOOM_CUDA Error cudaLaunchKernel(const void* function, Dim3 grid, Dim3 block, void** arguments,
                                     std::size_t dynamic_shared, Stream stream) {
  return launch(BANKLOOM_CALL, function, {grid, block, dynamic_shared, stream}, arguments, false);
}
BANKLOOM_ALSO(cudaLaunchKernel, _ptsz);

BANKLOOM_CUDA Error __cudaLaunchKernel(void* kernel, Dim3 grid, Dim3 block, void** arguments,
                                       std::size_t dynamic_shared, Stream stream) {
  void* const from = popped_from;
  popped_from = nullptr;
  return launch(BANKLOOM_CALL, kernel, {grid, block, dynamic_shared, stream, from}, arguments, false);
}
BANKLOOM_ALSO(__cudaLaunchKernel, _ptsz);

BANKLOOM_CUDA Error cudaLaunchCooperativeKernel(const void* function, Dim3 grid, Dim3 block, void** arguments,
                                                std::size_t dynamic_shared, Stream stream) {
  return launch(BANKLOOM_CALL, function, {grid, block, dynamic_shared, stream}, arguments, true);
}
BANKLOOM_ALSO(cudaLaunchCooperativeKernel, _ptsz);

BANKLOOM_CUDA Error cudaLaunchKernelExC(const LaunchConfig* config, const void* function, void** arguments) {
  if (config == nullptr) return finish(kInvalidValue);
  bool is_cooperative = false;
  for (unsigned a = 0; a < config->numAttrs; ++a) {
    const LaunchAttribute& attribute = config->attrs[a];
    if (attribute.id == kAttributeCooperative) is_cooperative = attribute.value.cooperative != 0;
    const unsigned* const cluster = attribute.value.cluster;
    if (attribute.id == kAttributeCluster && (cluster[0] != 1 || cluster[1] != 1 || cluster[2] != 1)) {
      tell({"cudaLaunchKernelExC", nullptr}, protocol::Kind::refused, {});
      return finish_launch(kNotSupported, -1);
    }
  }
  return launch(BANKLOOM_CALL, function, {config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream},
                arguments, is_cooperative);
}
BANKLOOM_ALSO(cudaLaunchKernelExC, _ptsz);

BANKLOOM_CUDA Error cudaFuncGetAttributes(FuncAttributes* attributes, const void* host) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (attributes == nullptr) return finish(kInvalidValue);
  // The limit of dynamic shared memory changes: it is read again.
  protocol::FunctionFacts facts;
  const protocol::Describe request{reinterpret_cast<std::uint64_t>(host)};
  const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::describe, request, facts);
  *attributes = {};
  if (error != kSuccess) return finish(of_handle(error));
  attributes->sharedSizeBytes = facts.static_shared;
  attributes->constSizeBytes = facts.constant_bytes;
  attributes->localSizeBytes = facts.local_bytes;
  attributes->maxThreadsPerBlock = facts.threads_per_block;
  attributes->ptxVersion = 10 * device_facts().major + device_facts().minor;
  attributes->binaryVersion = attributes->ptxVersion;
  attributes->maxDynamicSharedSizeBytes = facts.dynamic_shared;
  attributes->preferredShmemCarveout = -1;
  return kSuccess;
}

BANKLOOM_CUDA Error cudaFuncSetAttribute(const void* host, int attribute, int value) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (attribute == kCarveout) return kSuccess;
  if (attribute != kMostDynamicShared) return finish(kNotSupported);
  const protocol::SetLimit request{reinterpret_cast<std::uint64_t>(host), value};
  return finish(of_handle(ask_for(BANKLOOM_CALL, protocol::Kind::set_limit, request)));
}

BANKLOOM_CUDA Error cudaFuncSetCacheConfig(const void*, int) { return begin(false); }
BANKLOOM_CUDA Error cudaFuncSetSharedMemConfig(const void*, int) { return begin(false); }

BANKLOOM_CUDA Error cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* host, int threads,
                                                                           std::size_t dynamic_shared, unsigned) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (blocks == nullptr) return finish(kInvalidValue);
  const protocol::OccupancyRequest request{reinterpret_cast<std::uint64_t>(host), dynamic_shared, threads, 0};
  protocol::OccupancyReply reply;
  const Error error = ask_for(BANKLOOM_CALL, protocol::Kind::occupancy, request, reply);
  *blocks = reply.blocks;
  return finish(error);
}
BANKLOOM_CUDA Error cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* host, int threads,
                                                                  std::size_t dynamic_shared) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, host, threads, dynamic_shared, 0);
}

}  // namespace bankloom::runtime
