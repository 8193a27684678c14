// The messages between bankloom's CUDA runtime, in the learner's program, and its device, in ours.
//
// A request is a RequestHeader, the payload of its kind, and what is in brackets below. Each is answered by a
// ReplyHeader and the reply of the same kind, except for notes. Numbers are in the machine's byte order: both ends are
// processes of one machine. What the program sends is not trusted: its size and all values are checked.
//
// The reply to hello comes with the descriptor of a file that holds the device, managed and pinned memory: the byte at
// address A is the file's byte A.
#pragma once

#include <cstdint>

namespace bankloom::program::protocol {

inline constexpr std::uint32_t kVersion = 1;
/// Bytes after a header at most: the largest fat binary that is taken.
inline constexpr std::uint32_t kMostBytes = std::uint32_t{64} << 20;
/// The environment variable with the number of the socket's descriptor.
inline constexpr const char* kVariable = "BANKLOOM_CHANNEL";

enum class Kind : std::uint32_t {
  hello = 1,
  module,     ///< [a fat binary, from its header on]
  function,   ///< [a kernel's name in the PTX]
  variable,   ///< [a variable's name in the PTX]
  describe,   ///< a registered kernel; answered with [its parameters: ParameterPlace each]
  set_limit,  ///< the dynamic shared memory that a kernel may have
  occupancy,
  launch,  ///< [the parameter block]; answered with [what printf wrote, and what failed assertions say]
  allocate,
  free,
  pin,  ///< kernels may use memory of the program
  unpin,
  copy,
  fill,
  symbol,
  pointer,
  memory_info,
  refused,      ///< note: the call that the header names is not supported
  host_access,  ///< note: the program touched device memory and ends
  goodbye,      ///< note: the program ends
};
inline constexpr Kind kLastKind = Kind::goodbye;

[[nodiscard]] constexpr bool is_note(Kind kind) {
  return kind == Kind::refused || kind == Kind::host_access || kind == Kind::goodbye;
}

struct RequestHeader {
  std::uint32_t kind = 0;
  std::uint32_t size = 0;  ///< bytes after the header
  std::uint64_t code = 0;  ///< where the program calls: an offset in its executable; 0: unknown
  char call[48] = {};      ///< the call of the CUDA runtime, as "cudaMemcpy"; ends with a zero
};

struct ReplyHeader {
  std::uint32_t kind = 0;
  std::uint32_t size = 0;
  std::int32_t error = 0;  ///< a cudaError_t
  std::uint32_t zero = 0;
};

struct Hello {
  std::uint32_t version = kVersion;
  std::uint32_t zero = 0;
};

/// The device as the runtime describes it to the program.
struct DeviceFacts {
  char name[256] = {};
  std::uint64_t memory_bytes = 0;
  std::uint64_t shared_per_block = 0;        ///< without a kernel's wish
  std::uint64_t shared_per_block_optin = 0;  ///< with it
  std::uint64_t shared_per_multiprocessor = 0;
  std::uint64_t shared_reserved_per_block = 0;
  std::int32_t major = 0, minor = 0;
  std::int32_t threads_per_block = 0;
  std::int32_t threads_per_multiprocessor = 0;
  std::int32_t blocks_per_multiprocessor = 0;
  std::int32_t multiprocessors = 0;
};

struct ModuleReply {
  std::uint32_t module = 0;
  std::uint32_t zero = 0;
};

struct Function {
  std::uint64_t host = 0;  ///< address by which the program names it
  std::uint32_t module = 0;
  std::uint32_t last_module = 0;  ///< it is in one of these
};

struct Variable {
  std::uint64_t host = 0;
  std::uint64_t bytes = 0;
  std::uint32_t module = 0;
  std::uint32_t last_module = 0;  ///< it is in one of these
  std::uint32_t is_managed = 0;
  std::uint32_t zero = 0;
};
/// The memory of a managed variable; zeros for others, whose modules are loaded when they are used.
struct VariableReply {
  std::uint64_t address = 0, bytes = 0;
};

struct Describe {
  std::uint64_t host = 0;
};
struct FunctionFacts {
  std::uint64_t static_shared = 0, constant_bytes = 0, local_bytes = 0;
  std::int32_t threads_per_block = 0;
  std::int32_t ptx_version = 0;  ///< major * 10 + minor
  std::int32_t dynamic_shared = 0;
  std::uint32_t parameters = 0;
  std::uint32_t parameter_bytes = 0;  ///< of the block
  std::uint32_t zero = 0;
};
struct ParameterPlace {
  std::uint32_t offset = 0, bytes = 0;
};

struct SetLimit {
  std::uint64_t host = 0;
  std::int64_t dynamic_shared = 0;
};

struct OccupancyRequest {
  std::uint64_t host = 0;
  std::uint64_t dynamic_shared = 0;
  std::int32_t threads = 0;
  std::uint32_t zero = 0;
};
struct OccupancyReply {
  std::int32_t blocks = 0;
  std::uint32_t zero = 0;
};

struct Launch {
  std::uint64_t host = 0;
  std::uint32_t grid[3] = {};
  std::uint32_t block[3] = {};
  std::uint64_t dynamic_shared = 0;
  std::uint32_t is_cooperative = 0;
  std::uint32_t zero = 0;
};
/// ReplyHeader::error is that of the launch itself.
struct LaunchReply {
  std::int32_t kernel_error = 0;  ///< that the kernel ended with: known to a program once it waits for the device
  std::uint32_t zero = 0;
  std::uint64_t index = 0;    ///< of the launch
  std::uint64_t printed = 0;  ///< bytes of what printf wrote; what follows is for standard error
};

enum class Memory : std::uint32_t { device, managed, pinned };

struct Allocate {
  std::uint64_t bytes = 0;
  std::uint32_t memory = 0;  ///< a Memory
  std::uint32_t zero = 0;
};
struct AllocateReply {
  std::uint64_t address = 0;
  std::uint64_t mapped = 0;  ///< bytes of whole pages
};

struct Free {
  std::uint64_t address = 0;
  std::uint32_t is_pinned = 0;  ///< by a call for pinned memory
  std::uint32_t zero = 0;
};
struct FreeReply {
  std::uint64_t mapped = 0;  ///< bytes that the program had mapped at the address; 0: none
};

struct Pin {
  std::uint64_t address = 0, bytes = 0;
};

/// Rows of `width` bytes, `height` of them `pitch` apart, `depth` times that `slice` apart.
struct Copy {
  std::uint64_t to = 0, to_pitch = 0, to_slice = 0;
  std::uint64_t from = 0, from_pitch = 0, from_slice = 0;
  std::uint64_t width = 0, height = 1, depth = 1;
  std::int32_t direction = 4;  ///< a cudaMemcpyKind
  std::uint32_t zero = 0;
};
/// The device copies if it has both sides; else the program does, which maps the side of the device.
struct CopyReply {
  std::uint32_t is_done = 0;
  std::uint32_t to_device = 0, from_device = 0;
  std::uint32_t zero = 0;
};

struct Fill {
  std::uint64_t to = 0, pitch = 0, slice = 0;
  std::uint64_t width = 0, height = 1, depth = 1;
  std::uint32_t value = 0;
  std::uint32_t zero = 0;
};

struct Symbol {
  std::uint64_t host = 0;
};
struct SymbolReply {
  std::uint64_t address = 0, bytes = 0;
};

struct Pointer {
  std::uint64_t address = 0;
};
struct PointerReply {
  std::uint32_t type = 0;  ///< a cudaMemoryType: 0 not registered, 1 host, 2 device, 3 managed
  std::uint32_t zero = 0;
  std::uint64_t base = 0, bytes = 0;
};

struct MemoryInfoReply {
  std::uint64_t free = 0, total = 0;
};

struct HostAccess {
  std::uint64_t address = 0;
  std::uint64_t code = 0;  ///< as RequestHeader::code
};

struct Goodbye {
  std::int32_t unread_error = 0;    ///< for which the program never asked
  std::uint32_t called = 1;         ///< 0: nothing was called but what nvcc's code calls before main()
  std::int64_t unread_launch = -1;  ///< its launch
  std::uint64_t lost_output = 0;    ///< bytes of kernels' printf that nothing waited for
};

/// The emulator's address ranges; the runtime reports accesses of host code to those of the device.
inline constexpr std::uint64_t kHostVisibleBase = 0x1200'0000'0000, kHostVisibleEnd = 0x1e00'0000'0000;
inline constexpr std::uint64_t kDeviceBase = 0x2000'0000'0000, kDeviceEnd = 0x5000'0000'0000;
inline constexpr std::uint64_t kConstantBegin = 0x7100'0000'0000, kConstantEnd = 0x7e00'0000'0000;
inline constexpr std::uint64_t kFileBytes = 0x8000'0000'0000;
inline constexpr std::uint64_t kPageBytes = 4096;

[[nodiscard]] constexpr bool is_device_address(std::uint64_t address) {
  return (address >= kDeviceBase && address < kDeviceEnd) || (address >= kConstantBegin && address < kConstantEnd);
}

}  // namespace bankloom::program::protocol
