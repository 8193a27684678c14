// What the text of a kernel says before it is compiled: comments that describe the launch, shared arrays, kernels and
// their parameters.
//
// Places are bytes of the text. Declarations within an #if that is not taken are found, too: the PTX says which of the
// arrays exist.
//
// Not supported: trigraphs, declarations made by macros (they are found in the PTX, without their shape).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bankloom::own {

/// A part of the text, with its place.
struct Part {
  std::string text;
  std::size_t begin = 0;  ///< byte in the text
  unsigned line = 0;      ///< 1-based
  unsigned column = 0;    ///< 1-based, in bytes
};

/// A comment of one line that reads "WORD: REST".
struct Remark {
  std::string word;
  Part rest;  ///< without blanks at its ends
};

struct SharedDeclaration {
  std::string name;
  std::string type;                 ///< as written, one blank between words
  std::vector<std::string> extent;  ///< expressions; an empty one for []
  unsigned line = 0;
  std::size_t end = 0;                     ///< byte after the declaration's semicolon
  std::size_t row_begin = 0, row_end = 0;  ///< bytes of the last extent's expression; the same if there is none
  bool is_extern = false;
  bool at_file_scope = false;
};

struct ParameterDeclaration {
  std::string name;  ///< "" if it has none
  std::string type;  ///< "const float *"
};

struct KernelDeclaration {
  std::string name;
  unsigned line = 0;
  bool is_template = false;
  std::vector<std::string> template_parameters;  ///< names, "" of those that have none
  std::vector<ParameterDeclaration> parameters;
};

struct TextFacts {
  std::vector<Remark> remarks;
  std::vector<SharedDeclaration> shared;
  std::vector<KernelDeclaration> kernels;  ///< in their order; a declaration and its definition both
  bool uses_y = false;                     ///< threadIdx.y is mentioned
};

[[nodiscard]] TextFacts read_text_facts(const std::string& text);

/// NAME<<<GRID, BLOCK, BYTES>>>(ARGUMENTS), as a launch line writes it.
struct LaunchText {
  Part kernel;              ///< "transpose" or "transpose<float, 32>"
  std::vector<Part> shape;  ///< grid, block, bytes of dynamic shared memory (may be missing)
  bool has_arguments = false;
  std::vector<Part> arguments;
};
/// The error says what is wrong and how a launch line is written.
[[nodiscard]] Result<LaunchText> parse_launch(const Part& text);

/// Splits at the commas outside of parentheses, brackets, braces and template arguments, without blanks at the ends.
/// Empty for an empty text.
[[nodiscard]] std::vector<Part> split_at_commas(const Part& text);

/// A part of a part, without the blanks at its ends.
[[nodiscard]] Part part_of(const Part& whole, std::size_t begin, std::size_t length);

/// "TYPE[A][B] = VALUE", the description of a buffer; type and value are optional.
struct BufferText {
  std::string type;
  std::vector<Part> extent;  ///< one or two
  std::optional<Part> value;
};
[[nodiscard]] std::optional<BufferText> parse_buffer(const Part& text);

/// Whether a text is one name of C++.
[[nodiscard]] bool is_name(const std::string& text);

/// The first comment on a word; null if there is none.
[[nodiscard]] const Remark* remark_on(const TextFacts& facts, const std::string& word);

/// True if two words are side by side, which prose has ("number of elements") and no expression.
[[nodiscard]] bool reads_like_prose(const std::string& text);

}  // namespace bankloom::own
