#include "core/base/language.h"
#include "core/base/text_lines.h"
#include "core/own/own_kernel.h"

#include <algorithm>

namespace bankloom {
namespace {

constexpr const char* kLesson = "own";

/// A definition given for a file, as an option.
Option definition(const std::string& name, const std::string& value) {
  Option option;
  option.name = name;
  option.default_value = value;
  option.meaning = message("A definition for the compiler.");
  if (const auto number = whole_number_of(value)) {
    constexpr std::int64_t kLargest = 1'000'000'000;
    option.minimum = std::min(-kLargest, *number);
    option.maximum = std::max(kLargest, *number);
    option.default_value = std::to_string(*number);
  } else {
    option.type = OptionType::choice;
    option.values = {value};
  }
  return option;
}

}  // namespace

const Kernel* base_of(const OwnSource& source, const Catalog& catalog) {
  if (source.base.empty()) return nullptr;
  const auto found = find_kernel(catalog, source.base);
  return found ? *found : nullptr;
}

std::string own_file_name(const OwnSource& source, const Catalog& catalog) {
  if (!source.path.empty()) return source.path;
  if (const Kernel* base = base_of(source, catalog)) return base->source_path.string();
  return own_name(source) + ".cu";
}

std::shared_ptr<const Kernel> own_kernel_stub(const OwnSource& source, const OptionValues& chosen,
                                              const Catalog& catalog) {
  auto kernel = std::make_shared<Kernel>();
  if (const Kernel* base = base_of(source, catalog)) {
    *kernel = *base;
    // What the lesson says about its own text may not be true of this one.
    kernel->expected_faults.clear();
    kernel->traffic.reset();
    kernel->operations.reset();
    kernel->gpu.clear();
    kernel->baseline.reset();
    kernel->repaired.reset();
    kernel->swizzled.reset();
    kernel->fixes.clear();
    kernel->summary = message("Your code, made from {}.", base->id());
  } else {
    for (const auto& [name, value] : chosen) {
      kernel->options.push_back(definition(name, value));
      // A definition is the padding if its name is that of a padding in a lesson.
      const bool is_padding = kernel->options.back().type == OptionType::integer &&
                              std::ranges::any_of(catalog.kernels, [&wanted = name](const Kernel& lesson) {
                                return lesson.padding() != nullptr && lesson.padding()->name == wanted;
                              });
      if (is_padding) kernel->padding_index = kernel->options.size() - 1;
    }
    kernel->title = own_name(source);
    kernel->summary = message("Your own kernel.");
  }
  kernel->lesson = kLesson;
  kernel->name = own_name(source);
  kernel->source = source.text;
  kernel->source_path = own_file_name(source, catalog);
  return kernel;
}

}  // namespace bankloom
