// The structures of app/runtime against the toolkit's own headers, compiled where the toolkit has them; and the numbers
// that both name.
#if __has_include(<cuda_runtime_api.h>)
#include <cuda_runtime_api.h>
#endif

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "core/program/program_modules.h"
#include "runtime/cuda_types.h"

namespace bankloom::runtime {
namespace {

#if !defined(CUDART_VERSION) || CUDART_VERSION < 13000 || CUDART_VERSION >= 14000

TEST(CudaTypes, AgreeWithTheToolkit) { GTEST_SKIP() << "the build found no headers of CUDA 13 to compare with"; }

#else

#define EXPECT_TYPE(ours, theirs)                   \
  EXPECT_EQ(sizeof(ours), sizeof(theirs)) << #ours; \
  EXPECT_EQ(alignof(ours), alignof(theirs)) << #ours
// NOLINTNEXTLINE(bugprone-sizeof-expression): some of the fields are pointers, whose size is what is compared
#define EXPECT_MEMBER(ours, theirs, field)                                       \
  EXPECT_EQ(offsetof(ours, field), offsetof(theirs, field)) << #ours "." #field; \
  EXPECT_EQ(sizeof(ours::field), sizeof(theirs::field)) << #ours "." #field

TEST(CudaTypes, DeviceProperties) {
  EXPECT_TYPE(DeviceProp, cudaDeviceProp);
#define FIELD(field) EXPECT_MEMBER(DeviceProp, cudaDeviceProp, field)
  FIELD(name);
  FIELD(uuid);
  FIELD(luid);
  FIELD(luidDeviceNodeMask);
  FIELD(totalGlobalMem);
  FIELD(sharedMemPerBlock);
  FIELD(regsPerBlock);
  FIELD(warpSize);
  FIELD(memPitch);
  FIELD(maxThreadsPerBlock);
  FIELD(maxThreadsDim);
  FIELD(maxGridSize);
  FIELD(totalConstMem);
  FIELD(major);
  FIELD(minor);
  FIELD(textureAlignment);
  FIELD(texturePitchAlignment);
  FIELD(multiProcessorCount);
  FIELD(canMapHostMemory);
  FIELD(maxTexture2DLinear);
  FIELD(maxTexture3DAlt);
  FIELD(maxSurfaceCubemapLayered);
  FIELD(surfaceAlignment);
  FIELD(concurrentKernels);
  FIELD(asyncEngineCount);
  FIELD(unifiedAddressing);
  FIELD(memoryBusWidth);
  FIELD(l2CacheSize);
  FIELD(persistingL2CacheMaxSize);
  FIELD(maxThreadsPerMultiProcessor);
  FIELD(streamPrioritiesSupported);
  FIELD(localL1CacheSupported);
  FIELD(sharedMemPerMultiprocessor);
  FIELD(regsPerMultiprocessor);
  FIELD(managedMemory);
  FIELD(concurrentManagedAccess);
  FIELD(computePreemptionSupported);
  FIELD(canUseHostPointerForRegisteredMem);
  FIELD(cooperativeLaunch);
  FIELD(sharedMemPerBlockOptin);
  FIELD(maxBlocksPerMultiProcessor);
  FIELD(accessPolicyMaxWindowSize);
  FIELD(reservedSharedMemPerBlock);
  FIELD(hostRegisterSupported);
  FIELD(memoryPoolsSupported);
  FIELD(gpuDirectRDMAWritesOrdering);
  FIELD(memoryPoolSupportedHandleTypes);
  FIELD(clusterLaunch);
  FIELD(mpsEnabled);
  FIELD(gpuPciSubsystemID);
  FIELD(hostNumaMultinodeIpcSupported);
  FIELD(reserved);
#undef FIELD
}

TEST(CudaTypes, FunctionAttributes) {
  EXPECT_TYPE(FuncAttributes, cudaFuncAttributes);
#define FIELD(field) EXPECT_MEMBER(FuncAttributes, cudaFuncAttributes, field)
  FIELD(sharedSizeBytes);
  FIELD(constSizeBytes);
  FIELD(localSizeBytes);
  FIELD(maxThreadsPerBlock);
  FIELD(numRegs);
  FIELD(ptxVersion);
  FIELD(binaryVersion);
  FIELD(maxDynamicSharedSizeBytes);
  FIELD(preferredShmemCarveout);
  FIELD(nonPortableClusterSizeAllowed);
  FIELD(reserved);
#undef FIELD
}

TEST(CudaTypes, CopiesAndLaunches) {
  EXPECT_TYPE(Dim3, dim3);
  EXPECT_TYPE(PitchedPtr, cudaPitchedPtr);
  EXPECT_MEMBER(PitchedPtr, cudaPitchedPtr, pitch);
  EXPECT_MEMBER(PitchedPtr, cudaPitchedPtr, ysize);
  EXPECT_TYPE(Extent, cudaExtent);
  EXPECT_MEMBER(Extent, cudaExtent, depth);
  EXPECT_TYPE(Memcpy3DParms, cudaMemcpy3DParms);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, srcPos);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, srcPtr);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, dstArray);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, dstPtr);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, extent);
  EXPECT_MEMBER(Memcpy3DParms, cudaMemcpy3DParms, kind);
  EXPECT_TYPE(PointerAttributes, cudaPointerAttributes);
  EXPECT_MEMBER(PointerAttributes, cudaPointerAttributes, device);
  EXPECT_MEMBER(PointerAttributes, cudaPointerAttributes, devicePointer);
  EXPECT_MEMBER(PointerAttributes, cudaPointerAttributes, hostPointer);
  EXPECT_TYPE(MemLocation, cudaMemLocation);
  EXPECT_TYPE(LaunchConfig, cudaLaunchConfig_t);
  EXPECT_MEMBER(LaunchConfig, cudaLaunchConfig_t, blockDim);
  EXPECT_MEMBER(LaunchConfig, cudaLaunchConfig_t, dynamicSmemBytes);
  EXPECT_MEMBER(LaunchConfig, cudaLaunchConfig_t, attrs);
  EXPECT_MEMBER(LaunchConfig, cudaLaunchConfig_t, numAttrs);
  EXPECT_TYPE(LaunchAttribute, cudaLaunchAttribute);
  EXPECT_EQ(offsetof(LaunchAttribute, value), offsetof(cudaLaunchAttribute, val));
  EXPECT_TYPE(ChannelFormatDesc, cudaChannelFormatDesc);
}

TEST(CudaTypes, Errors) {
  EXPECT_EQ(int{program::kInvalidPitch}, int{cudaErrorInvalidPitchValue});
  EXPECT_EQ(int{program::kInvalidMemcpyDirection}, int{cudaErrorInvalidMemcpyDirection});
  EXPECT_EQ(int{program::kInvalidDeviceFunction}, int{cudaErrorInvalidDeviceFunction});
  EXPECT_EQ(int{program::kNoKernelImage}, int{cudaErrorNoKernelImageForDevice});
  EXPECT_EQ(int{program::kInvalidPtx}, int{cudaErrorInvalidPtx});
  EXPECT_EQ(int{program::kHardwareStackError}, int{cudaErrorHardwareStackError});
  EXPECT_EQ(int{program::kIllegalAddress}, int{cudaErrorIllegalAddress});
  EXPECT_EQ(int{program::kLaunchTimeout}, int{cudaErrorLaunchTimeout});
  EXPECT_EQ(int{program::kAssert}, int{cudaErrorAssert});
  EXPECT_EQ(int{program::kHostMemoryAlreadyRegistered}, int{cudaErrorHostMemoryAlreadyRegistered});
  EXPECT_EQ(int{program::kHostMemoryNotRegistered}, int{cudaErrorHostMemoryNotRegistered});
  EXPECT_EQ(int{program::kMisalignedAddress}, int{cudaErrorMisalignedAddress});
  EXPECT_EQ(int{program::kLaunchFailure}, int{cudaErrorLaunchFailure});
  EXPECT_EQ(int{program::kCooperativeLaunchTooLarge}, int{cudaErrorCooperativeLaunchTooLarge});
  EXPECT_EQ(int{program::kNotSupported}, int{cudaErrorNotSupported});
  EXPECT_EQ(int{kInvalidResourceHandle}, int{cudaErrorInvalidResourceHandle});
  EXPECT_EQ(int{kMissingConfiguration}, int{cudaErrorMissingConfiguration});
}

#endif

}  // namespace
}  // namespace bankloom::runtime
