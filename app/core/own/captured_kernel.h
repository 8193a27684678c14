// What a captured launch and its text say about the kernel: names and types of its parameters, shapes of its shared
// arrays. Nothing is guessed: names are from the launch's text, else from the kernel's; types from the kernel's
// signature; shapes from the text's declarations, if these agree with the sizes in the PTX.
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

/// A scalar or memory that a kernel gets, or reaches through a pointer.
struct CapturedParameter {
  static constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  std::string name;
  std::string type;              ///< as the signature or the text has it; "" if neither says it
  ElementInfo element;           ///< of memory; 0 bytes if nothing tells it
  std::size_t memory = kNone;    ///< index in CapturedLaunch::memory; kNone of a scalar
  std::vector<std::byte> value;  ///< of a parameter of the entry: its bytes
  bool is_parameter = true;      ///< of the entry, in its order; else it is reached through a structure or a variable
  [[nodiscard]] bool is_buffer() const { return memory != kNone; }
};

/// The parameters of `entry`, then the memory that structures among them and variables of the kernel point to, and
/// these variables. Each piece of memory is listed once: a second pointer to it is a scalar. `text` is the kernel's.
[[nodiscard]] std::vector<CapturedParameter> captured_parameters(const CapturedLaunch& launch,
                                                                 const ptx::Module& module, const ptx::Function& entry,
                                                                 const TextFacts& text);

/// The shared arrays with their shapes; their element types are appended to `elements`.
[[nodiscard]] std::vector<OwnTile> captured_tiles(const CapturedLaunch& launch, const simt::Program& program,
                                                  const std::string& text, const TextFacts& facts,
                                                  std::vector<ElementInfo>& elements);

/// The declaration of the kernel in its text, by its name and the number of its parameters; null if it is not there.
[[nodiscard]] const KernelDeclaration* declaration_of(const std::string& kernel, std::size_t parameters,
                                                      const TextFacts& facts);

}  // namespace bankloom::own
