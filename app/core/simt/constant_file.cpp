#include "core/simt/constant_file.h"

#include <algorithm>
#include <cstring>

#include "core/simt/decoder_helpers.h"

namespace bankloom::simt {

OperandRef ConstantFile::constant(std::uint64_t low, std::uint64_t high, unsigned lane_bytes) {
  if (lane_bytes < 8 && lane_bytes != 0) low &= (std::uint64_t{1} << (8 * lane_bytes)) - 1;
  const auto key = std::make_tuple(low, high, lane_bytes);
  if (const auto known = constants_.find(key); known != constants_.end()) return known->second;
  std::vector<std::byte>& file = program_.constants;
  const auto offset = static_cast<std::uint32_t>(align_up(file.size(), kRegisterAlignment));
  file.resize(offset + std::max<std::size_t>(std::size_t{lane_bytes} * kWarpSize, sizeof(LaneMask)));
  const std::uint64_t value[2] = {low, high};
  if (lane_bytes == 0) {
    const LaneMask mask = low != 0 ? kAllLanes : 0;
    std::memcpy(file.data() + offset, &mask, sizeof mask);
  }
  for (std::size_t lane = 0; lane < kWarpSize && lane_bytes != 0; ++lane) {
    std::memcpy(file.data() + offset + lane * lane_bytes, value, lane_bytes);
  }
  const OperandRef ref{offset, kConstantFile};
  constants_[key] = ref;
  return ref;
}

OperandRef ConstantFile::special(ptx::Special special, unsigned lane_bytes) {
  const auto key = std::make_pair(special, lane_bytes);
  if (const auto known = specials_.find(key); known != specials_.end()) return known->second;
  using enum ptx::Special;
  std::uint32_t file = kConstantFile;
  switch (special) {
    case tid_x:
    case tid_y:
    case tid_z:
    case laneid:
    case warpid:
    case lanemask_eq:
    case lanemask_le:
    case lanemask_lt:
    case lanemask_ge:
    case lanemask_gt:
      file = kWarpFile;
      break;
    case ctaid_x:
    case ctaid_y:
    case ctaid_z:
    case clusterid_x:
    case clusterid_y:
    case clusterid_z:
      file = kBlockFile;
      break;
    default:
      break;
  }
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::special;
  wanted.special = special;
  wanted.file = file;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  const std::uint32_t bytes = std::max(64u, lane_bytes * kWarpSize);
  if (file == kConstantFile) {
    wanted.offset = static_cast<std::uint32_t>(align_up(program_.constants.size(), kRegisterAlignment));
    program_.constants.resize(wanted.offset + bytes);
  } else {
    std::uint32_t& size = file == kWarpFile ? program_.warp_file_bytes : program_.block_file_bytes;
    wanted.offset = size;
    size += static_cast<std::uint32_t>(align_up(bytes, kRegisterAlignment));
  }
  program_.launch_constants.push_back(wanted);
  const OperandRef ref{wanted.offset, file};
  specials_[key] = ref;
  return ref;
}

OperandRef ConstantFile::parameter(std::uint32_t offset, unsigned bytes, unsigned lane_bytes, bool sign_extend) {
  const auto key = std::make_tuple(offset, bytes, lane_bytes, sign_extend);
  if (const auto known = parameters_.find(key); known != parameters_.end()) return known->second;
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::parameter;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  wanted.parameter_offset = offset;
  wanted.parameter_bytes = static_cast<std::uint8_t>(bytes);
  wanted.sign_extend = sign_extend;
  return parameters_[key] = launch_constant(wanted);
}

/// The address that the kernel sees for a place in the block's own shared memory.
OperandRef ConstantFile::shared_address(std::uint64_t offset, unsigned lane_bytes) {
  const auto key = std::make_pair(offset, lane_bytes);
  if (const auto known = shared_constants_.find(key); known != shared_constants_.end()) return known->second;
  Program::LaunchConstant wanted;
  wanted.what = Program::LaunchConstant::What::shared_address;
  wanted.lane_bytes = static_cast<std::uint8_t>(lane_bytes);
  wanted.shared_offset = offset;
  return shared_constants_[key] = launch_constant(wanted);
}

/// Allocates a constant that is the same in all blocks.
OperandRef ConstantFile::launch_constant(Program::LaunchConstant wanted) {
  wanted.offset = static_cast<std::uint32_t>(align_up(program_.constants.size(), kRegisterAlignment));
  program_.constants.resize(wanted.offset + std::max(64u, wanted.lane_bytes * kWarpSize));
  program_.launch_constants.push_back(wanted);
  return {wanted.offset, kConstantFile};
}

}  // namespace bankloom::simt
