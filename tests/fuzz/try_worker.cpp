#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <vector>

#include "complaints.h"
#include "core/base/files.h"
#include "cuda/worker_protocol.h"

namespace bankloom::fuzz {
namespace {

using nlohmann::json;
using worker::Outcome;
using worker::Patience;
using worker::Transfer;

/// What a pipe takes while nobody reads it.
constexpr std::size_t kMostStreamBytes = 32 * 1024;

/// The end of a pipe that holds these bytes, and nothing comes after them.
FileHandle pipe_of(std::string_view bytes) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC | O_NONBLOCK) != 0) return {};
  FileHandle from(ends[0]);
  const FileHandle to(ends[1]);
  const bool is_written = ::write(to.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
  return is_written ? std::move(from) : FileHandle();
}

bool has_control_characters(std::string_view text) {
  return std::ranges::any_of(text, [](unsigned char c) { return c < 0x20 || c == 0x7f; });
}
bool any_text_has_them(const json& message) {
  if (message.is_string()) return has_control_characters(message.get_ref<const std::string&>());
  return message.is_structured() && std::ranges::any_of(message, any_text_has_them);
}

/// A message that is sent again arrives as the same. (No number is not equal to itself, but has the same bytes.)
Complaint check_sent_again(const json& message) {
  const std::vector<std::uint8_t> frame = worker::make_frame(message);
  const FileHandle pipe = pipe_of({reinterpret_cast<const char*>(frame.data()), frame.size()});
  // Of a packed buffer more may have come than a pipe takes.
  if (!pipe) return {};
  const Transfer again = worker::receive_message(pipe.get(), {});
  if (again.outcome != Outcome::done) return "a message that is sent again does not arrive: " + again.detail;
  return json::to_cbor(again.message) == json::to_cbor(message) ? "" : "a message that is sent again is another";
}

/// What is read as a record is written and read as the same.
template <class Record>
Complaint check_record(const json& message, Result<Record> (*read)(const json&)) {
  const Result<Record> record = read(message);
  if (!record) {
    if (has_control_characters(record.error().message)) return "an error with control characters";
    return check_error(record.error());
  }
  const json written = worker::to_message(*record);
  const Result<Record> again = read(written);
  if (!again) return "a record that is written cannot be read: " + again.error().message;
  return json::to_cbor(worker::to_message(*again)) == json::to_cbor(written) ? "" : "a record is read as another";
}

Complaint check_message(json message) {
  if (!message.is_object()) return "a message that is no map";
  worker::clean_texts(message);
  if (any_text_has_them(message)) return "a text with control characters";
  for (const Complaint& complaint :
       {check_sent_again(message), check_record(message, worker::devices_of), check_record(message, worker::output_of),
        check_record(message, worker::copy_samples_of), check_record(message, worker::counters_of)}) {
    if (!complaint.empty()) return complaint;
  }
  return {};
}

}  // namespace

Complaint try_worker(std::string_view input) {
  if (input.size() > kMostStreamBytes) return {};
  const FileHandle pipe = pipe_of(input);
  if (!pipe) return "the pipe does not take the input";
  constexpr Patience kPatience{.deadline = {}, .wake = -1, .pause = {}, .most = std::uint64_t{1} << 20U};
  worker::Banner banner;
  Transfer got = worker::receive_greeting(pipe.get(), kPatience, banner);
  while (got.outcome == Outcome::done) {
    if (Complaint complaint = check_message(std::move(got.message)); !complaint.empty()) return complaint;
    got = worker::receive_message(pipe.get(), kPatience);
  }
  if (got.outcome == Outcome::closed) return {};
  if (got.outcome != Outcome::garbage) return "a transfer that neither arrives nor fails";
  return got.detail.empty() || has_control_characters(got.detail) ? "garbage without a reason in one line" : "";
}

}  // namespace bankloom::fuzz
