// Types of the CUDA runtime's functions, with the layout of CUDA 13's headers (CUDA Runtime API, "Data types"), which
// are not needed for this build. tests/program compares the two if a toolkit is installed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace bankloom::runtime {

using Error = std::int32_t;  ///< cudaError_t
using Stream = void*;        ///< cudaStream_t
using Event = void*;         ///< cudaEvent_t

enum : Error {
  kSuccess = 0,
  kInvalidValue = 1,
  kMemoryAllocation = 2,
  kInitialization = 3,
  kMissingConfiguration = 52,
  kInvalidMemcpyDirection = 21,
  kInvalidDeviceFunction = 98,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidResourceHandle = 400,
  kUnknown = 999,
  kNotSupported = 801,
};

struct Dim3 {
  unsigned x, y, z;
};

struct DeviceProp {
  char name[256];
  char uuid[16];
  char luid[8];
  unsigned luidDeviceNodeMask;
  std::size_t totalGlobalMem, sharedMemPerBlock;
  int regsPerBlock, warpSize;
  std::size_t memPitch;
  int maxThreadsPerBlock, maxThreadsDim[3], maxGridSize[3];
  std::size_t totalConstMem;
  int major, minor;
  std::size_t textureAlignment, texturePitchAlignment;
  int multiProcessorCount, integrated, canMapHostMemory;
  int maxTexture1D, maxTexture1DMipmap, maxTexture2D[2], maxTexture2DMipmap[2], maxTexture2DLinear[3],
      maxTexture2DGather[2], maxTexture3D[3], maxTexture3DAlt[3], maxTextureCubemap, maxTexture1DLayered[2],
      maxTexture2DLayered[3], maxTextureCubemapLayered[2], maxSurface1D, maxSurface2D[2], maxSurface3D[3],
      maxSurface1DLayered[2], maxSurface2DLayered[3], maxSurfaceCubemap, maxSurfaceCubemapLayered[2];
  std::size_t surfaceAlignment;
  int concurrentKernels, ECCEnabled, pciBusID, pciDeviceID, pciDomainID, tccDriver, asyncEngineCount, unifiedAddressing,
      memoryBusWidth, l2CacheSize, persistingL2CacheMaxSize, maxThreadsPerMultiProcessor, streamPrioritiesSupported,
      globalL1CacheSupported, localL1CacheSupported;
  std::size_t sharedMemPerMultiprocessor;
  int regsPerMultiprocessor, managedMemory, isMultiGpuBoard, multiGpuBoardGroupID, hostNativeAtomicSupported,
      pageableMemoryAccess, concurrentManagedAccess, computePreemptionSupported, canUseHostPointerForRegisteredMem,
      cooperativeLaunch;
  std::size_t sharedMemPerBlockOptin;
  int pageableMemoryAccessUsesHostPageTables, directManagedMemAccessFromHost, maxBlocksPerMultiProcessor,
      accessPolicyMaxWindowSize;
  std::size_t reservedSharedMemPerBlock;
  int hostRegisterSupported, sparseCudaArraySupported, hostRegisterReadOnlySupported, timelineSemaphoreInteropSupported,
      memoryPoolsSupported, gpuDirectRDMASupported;
  unsigned gpuDirectRDMAFlushWritesOptions;
  int gpuDirectRDMAWritesOrdering;
  unsigned memoryPoolSupportedHandleTypes;
  int deferredMappingCudaArraySupported, ipcEventSupported, clusterLaunch, unifiedFunctionPointers, deviceNumaConfig,
      deviceNumaId, mpsEnabled, hostNumaId;
  unsigned gpuPciDeviceID, gpuPciSubsystemID;
  int hostNumaMultinodeIpcSupported;
  int reserved[56];
};

struct FuncAttributes {
  std::size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes,
      preferredShmemCarveout, clusterDimMustBeSet, requiredClusterWidth, requiredClusterHeight, requiredClusterDepth,
      clusterSchedulingPolicyPreference, nonPortableClusterSizeAllowed, reserved[16];
};

struct PitchedPtr {
  void* ptr;
  std::size_t pitch, xsize, ysize;
};
struct Extent {
  std::size_t width, height, depth;
};
struct Pos {
  std::size_t x, y, z;
};
struct Memcpy3DParms {
  void* srcArray;
  Pos srcPos;
  PitchedPtr srcPtr;
  void* dstArray;
  Pos dstPos;
  PitchedPtr dstPtr;
  Extent extent;
  int kind;
};
struct PointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
  long reserved[8];
};
struct MemLocation {
  int type, id;
};
struct LaunchAttribute {
  int id;
  int zero;
  union {
    char bytes[64];
    int cooperative;
    unsigned cluster[3];
    void* pointer;
  } value;
};
struct LaunchConfig {
  Dim3 gridDim, blockDim;
  std::size_t dynamicSmemBytes;
  Stream stream;
  LaunchAttribute* attrs;
  unsigned numAttrs;
};
struct ChannelFormatDesc {
  int x, y, z, w, f;
};

static_assert(sizeof(Dim3) == 12 && sizeof(PitchedPtr) == 32 && sizeof(Memcpy3DParms) == 160);
static_assert(sizeof(FuncAttributes) == 144 && sizeof(PointerAttributes) == 88);
static_assert(sizeof(LaunchAttribute) == 72 && sizeof(LaunchConfig) == 56);
static_assert(sizeof(DeviceProp) == 1008);

/// Exports a function to the program.
#define BANKLOOM_CUDA extern "C" __attribute__((visibility("default")))
/// The same function under its name for programs with a default stream for each thread.
#define BANKLOOM_ALSO(name, suffix) BANKLOOM_CUDA decltype(name) name##suffix __attribute__((alias(#name)))

}  // namespace bankloom::runtime
