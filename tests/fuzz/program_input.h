// What a program sends to its device, as an input of the fuzzers: requests one behind the other, each a
// protocol::RequestHeader and what it says follows.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/program/protocol.h"

namespace bankloom::fuzz {

struct SentRequest {
  program::protocol::RequestHeader header;
  std::span<const std::byte> payload;  ///< shorter than the header says where the input ends
};

/// The requests, at most `most`; the last one may be cut off, in its header, too.
[[nodiscard]] std::vector<SentRequest> requests_of(std::string_view input, std::size_t most);

/// Whether all device code that is sent ends soon, as its instructions jump and call nowhere: what kernels do is tried
/// by try_ptx.
[[nodiscard]] bool ends_soon(const std::vector<SentRequest>& requests);

}  // namespace bankloom::fuzz
