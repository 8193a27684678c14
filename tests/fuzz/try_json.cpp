#include <algorithm>
#include <iterator>

#include "complaints.h"
#include "core/catalog/catalog.h"
#include "core/machine/machine_model.h"
#include "core/measure/published.h"
#include "core/measure/recording.h"

namespace bankloom::fuzz {
namespace {

/// Elements of all buffers together up to which their contents are computed.
constexpr std::uint64_t kMostElements = 4096;

Complaint try_kernel(std::string_view text) {
  const std::filesystem::path file = "kernels/lesson/name/kernel.json";
  const auto kernel =
      parse_kernel(std::string(text), file, "__global__ void k(int* out, int N) { out[0] = N; }\n// two\n// three\n");
  if (!kernel) return check_error(kernel.error(), file.string());
  const auto shape = instantiate_shape(*kernel, {});
  if (!shape) return check_error(shape.error());
  std::uint64_t elements = 0;
  for (const auto& parameter : shape->parameters) {
    if (parameter.count > kMostElements) return {};
    elements += parameter.count;
  }
  if (elements > kMostElements || shape->output_rows > kMostElements || shape->output_columns > kMostElements)
    return {};
  const auto instance = instantiate(*kernel, {});
  if (!instance) return check_error(instance.error());
  if (const auto output = expected_output(*instance); !output) return check_error(output.error());
  if (const auto defined = expected_output_defined(*instance); !defined) return check_error(defined.error());
  return {};
}

Complaint try_machine(std::string_view text) {
  const auto machine = parse_machine(text, "machine.json");
  return machine ? "" : check_error(machine.error(), "machine.json");
}

Complaint try_recording(std::string_view text) {
  const auto recording = parse_recording(text, "r.json");
  if (!recording) return check_error(recording.error(), "r.json");
  const std::string written = recording_to_json(*recording);
  const auto again = parse_recording(written, "r.json");
  if (!again) return fmt::format("a recording that is written cannot be read: {}", again.error().message);
  return recording_to_json(*again) == written ? "" : "a recording that is written is read as another";
}

Complaint try_published(std::string_view text) {
  const auto figures = parse_published(text, "p.json");
  return figures ? "" : check_error(figures.error(), "p.json");
}

}  // namespace

Complaint try_json(std::string_view text) {
  if (text.size() > kLongestInput) return {};
  struct Kind {
    std::string_view name, field;  ///< a field that only this kind has
    Complaint (*attempt)(std::string_view);
  };
  static constexpr Kind kKinds[] = {{"kernel", "\"parameters\"", try_kernel},
                                    {"machine", "\"bank_bytes\"", try_machine},
                                    {"recording", "\"kernels\"", try_recording},
                                    {"published", "\"figures\"", try_published}};
  const auto looks_like = [&](const Kind& kind) { return text.find(kind.field) != std::string_view::npos; };
  const bool any = std::any_of(std::begin(kKinds), std::end(kKinds), looks_like);
  for (const Kind& kind : kKinds) {
    // A text that looks like none is tried as each; else three of four readers would but say what is missing.
    if (any && !looks_like(kind)) continue;
    if (const Complaint complaint = kind.attempt(text); !complaint.empty()) {
      return fmt::format("{}: {}", kind.name, complaint);
    }
  }
  return {};
}

}  // namespace bankloom::fuzz
