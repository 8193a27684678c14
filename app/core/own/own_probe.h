// What the compiler itself says of a text: values of expressions, shapes of shared arrays, types of parameters.
//
// The text is compiled once more with questions in it: definitions of constants behind its end, whose values stand in
// the PTX, and behind a shared array's declaration a comment for the PTX with its sizes, which makes no instruction.
// Only that copy has them; what is run is the text as it stands. Messages about a question get the place where its
// expression stands in the text.
//
// Not supported: arrays declared by macros.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/compile/compiler.h"
#include "core/own/own_text.h"
#include "core/ptx/module.h"

namespace bankloom::own {

/// A type as far as it is drawn.
struct ElementInfo {
  std::uint64_t bytes = 0;           ///< 0: void, or not known
  ptx::Type part = ptx::Type::none;  ///< of a number, or of a vector's numbers; none where it is neither
  std::uint64_t part_bytes = 0;

  /// Numbers in an element: 4 in a float4, 1 in a float. At least 1.
  [[nodiscard]] std::uint64_t parts() const { return part_bytes == 0 ? 1 : bytes / part_bytes; }
};

/// The same with the numbers of a structure, which are taken as words (or halfwords, or bytes).
[[nodiscard]] ElementInfo drawable(const ElementInfo& info);

struct ParameterInfo {
  bool is_pointer = false;
  bool is_constant = false;  ///< points to what is const
  ElementInfo element;       ///< of what it points to, or the scalar itself
};

struct ArrayInfo {
  std::vector<std::uint64_t> extent;  ///< empty for a dynamic array
  ElementInfo element;
};

class Probe {
 public:
  /// A whole number; the answer's place in Answers::numbers.
  std::size_t ask_number(Part expression);
  /// A dim3; the answer's place in Answers::extents.
  std::size_t ask_extent(Part expression);
  /// A scalar parameter's value, converted to the parameter's type; the answer's place in Answers::values.
  std::size_t ask_value(Part expression, std::size_t parameter);
  /// A type of which a comment says that it is a buffer's; the answer's place in Answers::types.
  std::size_t ask_type(Part type);
  void ask_parameters(std::string kernel, std::size_t count);

  struct Answers {
    std::vector<std::int64_t> numbers;
    std::vector<std::array<std::uint64_t, 3>> extents;
    std::vector<std::vector<std::byte>> values;
    std::vector<ElementInfo> types;
    std::vector<ParameterInfo> parameters;    ///< empty where the compiler could not tell
    std::map<std::size_t, ArrayInfo> arrays;  ///< by index in TextFacts::shared; those that the kernel uses
  };
  /// `request` is that of the text. A failure has diagnostics at the expressions that are wrong.
  [[nodiscard]] Result<Answers> ask(const CompileRequest& request, const TextFacts& facts, Compiler& compiler) const;

 private:
  enum class Kind : std::uint8_t { number, extent, value, type };
  struct Question {
    Kind kind = Kind::number;
    Part place;
    std::size_t parameter = 0;
  };
  struct Written {
    std::string text;
    std::vector<std::size_t> before;  ///< bytes in front of each question's expression in its line
  };
  std::size_t add(Kind kind, Part place, std::size_t parameter = 0);
  [[nodiscard]] Written write(const CompileRequest& request, const TextFacts& facts, bool with_arrays,
                              bool with_parameters) const;
  [[nodiscard]] std::optional<Error> failure_of(const CompileResult& result, const Written& written,
                                                const CompileRequest& request) const;
  [[nodiscard]] Result<Answers> read(const CompileResult& result, const TextFacts& facts, bool with_parameters) const;

  std::vector<Question> questions_;
  std::string kernel_;
  std::size_t parameters_ = 0;
};

}  // namespace bankloom::own
