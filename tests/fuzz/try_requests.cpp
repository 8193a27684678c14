#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "complaints.h"
#include "core/program/program_runner.h"
#include "core/report/program_report.h"
#include "program/zstandard.h"
#include "program_input.h"

namespace bankloom::fuzz {
namespace {

using program::protocol::Kind;
namespace protocol = program::protocol;

constexpr std::size_t kMostRequests = 64;
constexpr std::uint64_t kDeviceBytes = std::uint64_t{1} << 20;

/// Memory whose bounds the sanitizer watches.
class WatchedStore final : public program::MemoryStore {
 public:
  std::byte* map(std::uint64_t address, std::uint64_t bytes) override {
    misused_ |= address % protocol::kPageBytes != 0 || bytes % protocol::kPageBytes != 0;
    auto memory = std::make_unique<std::byte[]>(bytes);
    std::byte* const data = memory.get();
    mapped_.emplace(data, Part{std::move(memory), bytes});
    live_ += bytes;
    return data;
  }
  void unmap(std::uint64_t, std::byte* data, std::uint64_t bytes, bool) override {
    const auto part = mapped_.find(data);
    misused_ |= part == mapped_.end() || part->second.bytes != bytes;
    if (misused_) return;
    live_ -= bytes;
    mapped_.erase(part);
  }
  [[nodiscard]] std::uint64_t live() const { return live_; }
  [[nodiscard]] bool misused() const { return misused_; }

 private:
  struct Part {
    std::unique_ptr<std::byte[]> memory;
    std::uint64_t bytes = 0;
  };
  std::map<std::byte*, Part> mapped_;
  std::uint64_t live_ = 0;
  bool misused_ = false;
};

const MachineModel& hopper() {
  static const MachineModel machine =
      find_machine(load_machines(std::filesystem::path(BANKLOOM_SOURCE_DIR) / "assets" / "machines").value(), "cc9.0")
          .value();
  return machine;
}

program::ProgramOptions small_options() {
  program::ProgramOptions options;
  options.memory_bytes = kDeviceBytes;
  options.most_work = 1;
  options.kept_launches = 8;
  options.threads = 1;
  return options;
}

/// Bytes behind the header of a reply without an error; 0 where they vary.
std::size_t reply_bytes(Kind kind) {
  switch (kind) {
    case Kind::hello:
      return sizeof(protocol::DeviceFacts);
    case Kind::module:
      return sizeof(protocol::ModuleReply);
    case Kind::variable:
      return sizeof(protocol::VariableReply);
    case Kind::occupancy:
      return sizeof(protocol::OccupancyReply);
    case Kind::allocate:
      return sizeof(protocol::AllocateReply);
    case Kind::free:
      return sizeof(protocol::FreeReply);
    case Kind::copy:
      return sizeof(protocol::CopyReply);
    case Kind::symbol:
      return sizeof(protocol::SymbolReply);
    case Kind::pointer:
      return sizeof(protocol::PointerReply);
    case Kind::memory_info:
      return sizeof(protocol::MemoryInfoReply);
    default:
      return 0;
  }
}

Complaint check_answer(const protocol::RequestHeader& asked, const program::ProgramRunner::Answer& answer) {
  const auto kind = static_cast<Kind>(asked.kind);
  if (answer.with_memory != (kind == Kind::hello)) return "the memory goes with another answer than hello's";
  if (is_note(kind)) return answer.bytes.empty() ? "" : "a note is answered";
  protocol::ReplyHeader header;
  if (answer.bytes.size() < sizeof header) return "an answer without a header";
  std::memcpy(&header, answer.bytes.data(), sizeof header);
  if (header.kind != asked.kind) return "an answer of another kind";
  const std::size_t behind = answer.bytes.size() - sizeof header;
  if (header.size != behind) return "an answer of another size than it says";
  const std::size_t wanted = reply_bytes(kind);
  if (header.error == 0 && wanted != 0 && behind != wanted) {
    return fmt::format("an answer of kind {} with {} bytes", asked.kind, behind);
  }
  return {};
}

/// What people read of a run has no control characters in it: they would reach a terminal.
Complaint check_shown(const program::ProgramRun& run) {
  report::ProgramReportPage page;
  page.outcome.run = run;
  const std::string text = report::to_text(page, {}) + report::problem_sentence(page);
  const auto control = std::find_if(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte < 0x20 && c != '\n') || byte == 0x7f;
  });
  if (control != text.end()) return fmt::format("a control character is shown: {:#x}", *control);
  if (report::to_json(page).empty()) return "no JSON";
  return {};
}

}  // namespace

Complaint try_requests(std::string_view input) {
  if (input.size() > kLongestInput) return {};
  const std::vector<SentRequest> requests = requests_of(input, kMostRequests);
  if (!ends_soon(requests)) return {};
  static const program::Zstandard zstandard = program::open_zstandard();
  WatchedStore store;
  {
    program::ProgramRunner runner(hopper(), small_options(), store, zstandard);
    for (const SentRequest& request : requests) {
      const auto answer = runner.answer(request.header, request.payload);
      if (!answer) break;
      if (Complaint complaint = check_answer(request.header, *answer); !complaint.empty()) return complaint;
      if (store.live() > kDeviceBytes) return "more memory than the device has";
    }
    if (Complaint complaint = check_shown(runner.take_result()); !complaint.empty()) return complaint;
  }
  if (store.misused()) return "memory is given back that was not taken";
  return store.live() == 0 ? "" : "memory is not given back";
}

}  // namespace bankloom::fuzz
