// What nvcc and the tools behind it (the front end, the host's compiler, the assembler, the linker) say, as facts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bankloom::program {

struct CompilerMessage {
  enum class Kind : std::uint8_t { error, warning, note };
  std::string file;     ///< as it was given to the compiler; empty where the message is of none
  unsigned line = 0;    ///< from 1; 0: of none
  unsigned column = 0;  ///< from 1; 0: not said
  Kind kind = Kind::error;
  std::string text;
  friend bool operator==(const CompilerMessage&, const CompilerMessage&) = default;
};

/// The messages in what the compilers printed; the lines of source that they quote are left out.
[[nodiscard]] std::vector<CompilerMessage> parse_messages(const std::string& printed);

/// "square.cu:12:5: error: text".
[[nodiscard]] std::string message_line(const CompilerMessage& message);

/// The name in the first error that a header is missing ("common/common.h"), empty where none is.
[[nodiscard]] std::string missing_header(const std::vector<CompilerMessage>& messages);

/// Whether the messages complain of names that CUDA had before the threads of a warp went their own ways (__shfl,
/// __any) and has no more.
[[nodiscard]] bool complains_of_old_names(const std::vector<CompilerMessage>& messages);

/// Whether the linker misses main().
[[nodiscard]] bool misses_main(const std::vector<CompilerMessage>& messages);

}  // namespace bankloom::program
