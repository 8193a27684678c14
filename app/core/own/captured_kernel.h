// What is known of a captured launch's kernel beside what it does: names and types of what it is given, shapes of its
// shared arrays. Nothing is guessed: names are those of the launch's text, else of the kernel's; types those of the
// kernel's signature; shapes those that the text declares, where they make the sizes that the PTX has.
#pragma once

#include <cstddef>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/own/captured_launch.h"
#include "core/own/own_kernel.h"
#include "core/own/own_text.h"
#include "core/own/type_names.h"
#include "core/simt/launch.h"

namespace bankloom::own {

/// What a kernel is given, or reaches: a scalar, or memory.
struct CapturedParameter {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::string name;
  std::string type;              ///< as the signature or the text has it; "" where neither says it
  ElementInfo element;           ///< of memory; 0 bytes where nothing tells it
  std::size_t memory = kNone;    ///< index in CapturedLaunch::memory; kNone of a scalar
  std::vector<std::byte> value;  ///< of a parameter of the entry: its bytes
  bool is_parameter = true;      ///< of the entry, in its order; else it is reached through a structure or a variable
  [[nodiscard]] bool is_buffer() const { return memory != kNone; }
};

/// The entry's parameters, then what memory structures among them, and variables that the kernel names, point to, and
/// these variables themselves. Each piece of memory is there once: a second parameter that points to it is a scalar.
/// `text`: the kernel's, `entry` of `module`.
[[nodiscard]] std::vector<CapturedParameter> captured_parameters(const CapturedLaunch& launch,
                                                                 const ptx::Module& module, const ptx::Function& entry,
                                                                 const TextFacts& text);

/// The shared arrays with their shapes; `elements` gets their types.
[[nodiscard]] std::vector<OwnTile> captured_tiles(const CapturedLaunch& launch, const simt::Program& program,
                                                  const std::string& text, const TextFacts& facts,
                                                  std::vector<ElementInfo>& elements);

/// The declaration of the kernel in its text, by its name and the number of its parameters; null where it is not there.
[[nodiscard]] const KernelDeclaration* declaration_of(const std::string& kernel, std::size_t parameters,
                                                      const TextFacts& facts);

}  // namespace bankloom::own
