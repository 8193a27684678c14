#include "program_input.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "core/program/fat_binary.h"
#include "program/zstandard.h"

namespace bankloom::fuzz {

using program::protocol::RequestHeader;

std::vector<SentRequest> requests_of(std::string_view input, std::size_t most) {
  std::vector<SentRequest> requests;
  auto rest = std::as_bytes(std::span(input));
  while (!rest.empty() && requests.size() < most) {
    SentRequest request;
    const std::size_t known = std::min(rest.size(), sizeof(RequestHeader));
    std::memcpy(&request.header, rest.data(), known);
    rest = rest.subspan(known);
    request.payload = rest.first(std::min<std::size_t>(rest.size(), request.header.size));
    rest = rest.subspan(request.payload.size());
    requests.push_back(request);
  }
  return requests;
}

bool ends_soon(const std::vector<SentRequest>& requests) {
  static const program::Zstandard zstandard = program::open_zstandard();
  for (const SentRequest& request : requests) {
    if (request.header.kind != static_cast<std::uint32_t>(program::protocol::Kind::module)) continue;
    const auto binary = program::read_fat_binary(request.payload, zstandard);
    if (!binary) continue;
    for (const program::PtxImage& image : binary->ptx) {
      const std::string& text = image.text;
      if (text.find("bra") != std::string::npos || text.find("brx") != std::string::npos) return false;
      // Functions that are not the device's own may call each other without end.
      for (std::size_t at = text.find(".func"); at != std::string::npos; at = text.find(".func", at + 1)) {
        if (at < 8 || text.compare(at - 8, 8, ".extern ") != 0) return false;
      }
    }
  }
  return true;
}

}  // namespace bankloom::fuzz
