// Questions to the compiler about a text: values of expressions, shapes of shared arrays, types of parameters.
//
// A copy of the text is compiled with definitions of constants after its end, whose values are in the PTX, and with a
// comment for the PTX, which makes no instruction, after each shared array's declaration. The text itself runs
// unchanged. Messages about a question get the place of its expression in the text.
//
// Not supported: arrays declared by macros.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/compile/compiler.h"
#include "core/own/own_text.h"
#include "core/own/type_names.h"

namespace bankloom::own {

struct Question {
  enum class Kind : std::uint8_t {
    number,  ///< a whole number
    extent,  ///< a dim3
    value,   ///< of a scalar parameter, converted to its type
    type,    ///< of a buffer's elements
  };
  Kind kind = Kind::number;
  Part place;
  std::size_t parameter = 0;  ///< of a value
};

struct Questions {
  std::vector<Question> all;
  std::string kernel;          ///< the one whose parameters' types are asked for; empty: none is
  std::size_t parameters = 0;  ///< that it has
};

struct Answers {
  std::vector<std::vector<std::byte>> bytes;  ///< to each question: 8 to a number, 24 to an extent or a type
  std::vector<ParameterInfo> parameters;      ///< empty if the compiler could not tell
  std::map<std::size_t, ArrayInfo> arrays;    ///< by index in TextFacts::shared; those that the kernel uses

  /// Of the answer to a number or an extent.
  [[nodiscard]] std::int64_t word(std::size_t question, std::size_t at = 0) const;
  /// The answer to a type.
  [[nodiscard]] ElementInfo element(std::size_t question) const;
};

/// `request` is that of the text. A failure has diagnostics at the expressions that are wrong.
[[nodiscard]] Result<Answers> ask(const Questions& questions, const CompileRequest& request, const TextFacts& facts,
                                  Compiler& compiler);

}  // namespace bankloom::own
