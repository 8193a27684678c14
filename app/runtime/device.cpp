// The only device.
#include <algorithm>
#include <climits>
#include <cstring>

#include "runtime/channel.h"

namespace bankloom::runtime {
namespace {

constexpr int kVersion = 13000;
/// Facts that the emulator does not model are those of compute capability 9.0 (CUDA C++ Programming Guide, "Technical
/// Specifications per Compute Capability").
constexpr int kRegisters = 65536, kWarp = 32, kConstantBytes = 65536, kGridYZ = 65535, kBlockZ = 64;
constexpr int kL2Bytes = 50 << 20, kClockKilohertz = 1'000'000, kBusBits = 64;
constexpr std::size_t kMostLimits = 6;
constexpr int kSynchronizationDepth = 3;  ///< a limit that devices no longer have
constexpr Error kUnsupportedLimit = 215;

/// By cudaLimit; the initial values of an H200.
std::size_t limits[kMostLimits] = {1024, 8'650'752, 8 << 20, 0, 2048, 64};

int as_int(std::uint64_t value) { return value > INT_MAX ? INT_MAX : static_cast<int>(value); }

struct Attribute {
  int id;  ///< a cudaDeviceAttr
  int value;
};

/// What the device can do: attributes of value 1.
constexpr int kCapabilities[] = {15, 19, 31, 40, 41, 78, 79, 80, 83, 89, 90, 91, 95, 99, 115};

/// A result of cudaDeviceGetAttribute(); 0 for those that are not listed.
int attribute_value(int id) {
  const protocol::DeviceFacts& facts = device_facts();
  const Attribute all[] = {{1, facts.threads_per_block},
                           {2, facts.threads_per_block},
                           {3, facts.threads_per_block},
                           {4, kBlockZ},
                           {5, INT_MAX},
                           {6, kGridYZ},
                           {7, kGridYZ},
                           {8, as_int(facts.shared_per_block)},
                           {9, kConstantBytes},
                           {10, kWarp},
                           {11, INT_MAX},
                           {12, kRegisters},
                           {13, kClockKilohertz},
                           {14, 512},
                           {16, facts.multiprocessors},
                           {36, kClockKilohertz},
                           {37, kBusBits},
                           {38, kL2Bytes},
                           {39, facts.threads_per_multiprocessor},
                           {51, 32},
                           {75, facts.major},
                           {76, facts.minor},
                           {81, as_int(facts.shared_per_multiprocessor)},
                           {82, kRegisters},
                           {87, 2},
                           {97, as_int(facts.shared_per_block_optin)},
                           {106, facts.blocks_per_multiprocessor},
                           {111, as_int(facts.shared_reserved_per_block)}};
  for (const Attribute& attribute : all) {
    if (attribute.id == id) return attribute.value;
  }
  return std::ranges::count(kCapabilities, id) == 0 ? 0 : 1;
}

Error give(int* to, int value) {
  if (to == nullptr) return finish(kInvalidValue);
  *to = value;
  return kSuccess;
}

}  // namespace

BANKLOOM_CUDA Error cudaGetDeviceCount(int* count) {
  if (count != nullptr) *count = 0;
  if (const Error error = begin(false); error != kSuccess) return error;
  return give(count, 1);
}
BANKLOOM_CUDA Error cudaGetDevice(int* device) {
  const Error error = begin(false);
  return error != kSuccess ? error : give(device, 0);
}
BANKLOOM_CUDA Error cudaSetDevice(int device) {
  const Error error = begin(false);
  return error != kSuccess || device == 0 ? error : finish(kInvalidDevice);
}
BANKLOOM_CUDA Error cudaInitDevice(int device, unsigned, unsigned) { return cudaSetDevice(device); }
BANKLOOM_CUDA Error cudaSetValidDevices(int*, int) { return begin(false); }
BANKLOOM_CUDA Error cudaChooseDevice(int* device, const DeviceProp*) { return cudaGetDevice(device); }
BANKLOOM_CUDA Error cudaSetDeviceFlags(unsigned) { return begin(false); }
BANKLOOM_CUDA Error cudaGetDeviceFlags(unsigned* flags) {
  if (flags == nullptr) return finish(kInvalidValue);
  *flags = 0;
  return begin(false);
}
BANKLOOM_CUDA Error cudaDeviceSynchronize() { return begin(true); }
BANKLOOM_CUDA Error cudaDeviceReset() {
  // A kernel's error remains: the next calls return it again.
  static_cast<void>(begin(true));
  return kSuccess;
}
BANKLOOM_CUDA Error cudaDeviceSetCacheConfig(int) { return begin(false); }
BANKLOOM_CUDA Error cudaDeviceGetCacheConfig(int* config) {
  const Error error = begin(false);
  return error != kSuccess ? error : give(config, 0);
}
BANKLOOM_CUDA Error cudaDeviceSetSharedMemConfig(int) { return begin(false); }
BANKLOOM_CUDA Error cudaDeviceGetSharedMemConfig(int* config) {
  constexpr int kFourBytes = 1;
  const Error error = begin(false);
  return error != kSuccess ? error : give(config, kFourBytes);
}
BANKLOOM_CUDA Error cudaDeviceSetLimit(int limit, std::size_t value) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (limit < 0 || static_cast<std::size_t>(limit) >= kMostLimits) return finish(kInvalidValue);
  if (limit == kSynchronizationDepth) return finish(kUnsupportedLimit);
  limits[limit] = value;
  return kSuccess;
}
BANKLOOM_CUDA Error cudaDeviceGetLimit(std::size_t* value, int limit) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (value == nullptr || limit < 0 || static_cast<std::size_t>(limit) >= kMostLimits) return finish(kInvalidValue);
  if (limit == kSynchronizationDepth) return finish(kUnsupportedLimit);
  *value = limits[limit];
  return kSuccess;
}
BANKLOOM_CUDA Error cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = 0;
  if (greatest != nullptr) *greatest = -5;
  return begin(false);
}
BANKLOOM_CUDA Error cudaDeviceCanAccessPeer(int* can, int device, int) {
  if (const Error error = begin(false); error != kSuccess) return error;
  return device == 0 ? give(can, 0) : finish(kInvalidDevice);
}
BANKLOOM_CUDA Error cudaDeviceGetPCIBusId(char* id, int size, int device) {
  static constexpr char kId[] = "0000:00:00.0";
  if (id == nullptr || device != 0 || size < static_cast<int>(sizeof kId)) return finish(kInvalidValue);
  std::memcpy(id, kId, sizeof kId);
  return begin(false);
}
BANKLOOM_CUDA Error cudaDriverGetVersion(int* version) { return give(version, kVersion); }
BANKLOOM_CUDA Error cudaRuntimeGetVersion(int* version) { return give(version, kVersion); }
BANKLOOM_CUDA Error cudaProfilerStart() { return kSuccess; }
BANKLOOM_CUDA Error cudaProfilerStop() { return kSuccess; }

BANKLOOM_CUDA Error cudaDeviceGetAttribute(int* value, int attribute, int device) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (device != 0) return finish(kInvalidDevice);
  constexpr int kLastAttribute = 147;
  if (attribute < 1 || attribute > kLastAttribute) return finish(kInvalidValue);
  return give(value, attribute_value(attribute));
}

BANKLOOM_CUDA Error cudaGetDeviceProperties(DeviceProp* properties, int device) {
  if (const Error error = begin(false); error != kSuccess) return error;
  if (properties == nullptr) return finish(kInvalidValue);
  if (device != 0) return finish(kInvalidDevice);
  const protocol::DeviceFacts& facts = device_facts();
  DeviceProp& all = *properties;
  all = {};
  std::memcpy(all.name, facts.name, sizeof all.name);
  all.totalGlobalMem = facts.memory_bytes;
  all.sharedMemPerBlock = facts.shared_per_block;
  all.regsPerBlock = all.regsPerMultiprocessor = kRegisters;
  all.warpSize = kWarp;
  all.memPitch = INT_MAX;
  all.maxThreadsPerBlock = all.maxThreadsDim[0] = all.maxThreadsDim[1] = facts.threads_per_block;
  all.maxThreadsDim[2] = kBlockZ;
  all.maxGridSize[0] = INT_MAX;
  all.maxGridSize[1] = all.maxGridSize[2] = kGridYZ;
  all.totalConstMem = kConstantBytes;
  all.major = facts.major;
  all.minor = facts.minor;
  all.textureAlignment = 512;
  all.texturePitchAlignment = 32;
  all.multiProcessorCount = facts.multiprocessors;
  all.canMapHostMemory = all.concurrentKernels = all.asyncEngineCount = all.unifiedAddressing = 1;
  all.memoryBusWidth = kBusBits;
  all.l2CacheSize = kL2Bytes;
  all.maxThreadsPerMultiProcessor = facts.threads_per_multiprocessor;
  all.streamPrioritiesSupported = all.globalL1CacheSupported = all.localL1CacheSupported = 1;
  all.sharedMemPerMultiprocessor = facts.shared_per_multiprocessor;
  all.managedMemory = all.concurrentManagedAccess = all.computePreemptionSupported = 1;
  all.canUseHostPointerForRegisteredMem = all.cooperativeLaunch = 1;
  all.sharedMemPerBlockOptin = facts.shared_per_block_optin;
  all.maxBlocksPerMultiProcessor = facts.blocks_per_multiprocessor;
  all.reservedSharedMemPerBlock = facts.shared_reserved_per_block;
  all.hostRegisterSupported = all.memoryPoolsSupported = 1;
  return kSuccess;
}

}  // namespace bankloom::runtime
