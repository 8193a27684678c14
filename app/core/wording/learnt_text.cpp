#include "core/wording/learnt_text.h"

#include <algorithm>

namespace bankloom {

using namespace wording;

Text learnt_kernel_text(const KernelRun& run) {
  std::string words = run.kernel->name;
  for (const auto& [name, value] : run.instance.options) {
    const auto option = std::ranges::find(run.kernel->options, name, &Option::name);
    const bool is_padding = run.kernel->padding() != nullptr && run.kernel->padding()->name == name;
    if (option == run.kernel->options.end() || (option->default_value == value && !is_padding)) continue;
    words += fmt::format(", {} = {}", name, value);
  }
  return Text::verbatim(words);
}

Text learnt_count_text(double number, bool is_shared) {
  const Count count{static_cast<std::uint64_t>(number)};
  return is_shared ? say("{count:# wavefront|# wavefronts}", "count"_a = count)
                   : say("{count:# sector|# sectors}", "count"_a = count);
}

Text done_text(std::size_t done, std::size_t all) {
  return say("{done} of {all}", "done"_a = Count{done}, "all"_a = Count{all});
}

Text score_text(std::size_t at_once, std::size_t questions) {
  return say("{right} of {all:# question|# questions} right at the first try", "right"_a = Count{at_once},
             "all"_a = Count{questions});
}

}  // namespace bankloom
