// The stages from a text to an OwnKernel, and the functions that make each from the ones before.
//
//     OwnText      what the text says by itself
//     LaunchPlan   its kernel, and what the compiler is asked so that the launch is known
//     Answers      what the compiler says (own_probe.h)
//     OwnKernel    all of it, with defaults for what nothing says (OwnGuess)
//
// Not supported: see own_kernel.h.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/language.h"
#include "core/own/own_kernel.h"
#include "core/own/own_probe.h"
#include "core/own/own_text.h"
#include "core/ptx/module.h"
#include "core/simt/launch.h"

namespace bankloom::own {

inline constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();

/// An error at a place of the text, which its sentence and its one detail name.
[[nodiscard]] Failure fail_at(const Part& place, const std::string& file, const std::string& sentence);
template <class... Args>
[[nodiscard]] Failure fail_at(const Part& place, const std::string& file, fmt::format_string<Args...> format,
                              Args&&... args) {
  return fail_at(place, file, message(format, std::forward<Args>(args)...));
}

/// A launch line: as written, and its parts.
struct LaunchLine {
  Part written;
  LaunchText text;
  [[nodiscard]] bool is_template() const { return text.kernel.text.find('<') != std::string::npos; }
};

struct OwnText {
  OwnSource source;
  std::string file;              ///< that messages name
  const Kernel* base = nullptr;  ///< the catalogue's kernel whose text was changed; null for a file
  TextFacts facts;
  std::optional<LaunchLine> launch;
  std::vector<std::string> notes;  ///< OwnKernel::notes of the stages so far
};
/// Errors: it is a whole program, whose launches only a run shows; a malformed launch line.
[[nodiscard]] Result<OwnText> read_own_text(const OwnSource& source, const Catalog& catalog);

/// What the text says about a parameter, and the questions (Questions::all) for its values.
struct ParameterPlan {
  std::string name;           ///< in the declaration, else in the launch, else "parameter2"
  std::string alias;          ///< what the launch gives it, if that is a name
  std::string type;           ///< as declared; empty if the declaration was not found
  std::optional<Part> given;  ///< the comment on it, or the launch's argument that is its value
  std::optional<BufferText> buffer;
  std::vector<std::size_t> extent;                         ///< questions for the buffer's, one or two
  std::size_t element = kNone;                             ///< question for the buffer's type
  std::vector<std::pair<std::string, std::size_t>> names;  ///< in the buffer's values, and the questions for them
  std::size_t value = kNone;                               ///< question for a scalar's
  [[nodiscard]] bool is_written_pointer() const { return type.find('*') != std::string::npos; }
};

struct LaunchPlan {
  std::shared_ptr<const ptx::Module> module;
  std::string entry;                        ///< its name in the PTX
  std::string kernel;                       ///< as written: "ns::k<1>"
  const ptx::Function* function = nullptr;  ///< in `module`
  std::vector<simt::SharedArray> arrays;
  std::vector<ParameterPlan> parameters;
  std::optional<BufferText> tile;  ///< of the comment on the tile, `tile_comment`
  Part tile_comment;
  std::vector<std::size_t> tile_extent;                      ///< questions
  std::size_t grid = kNone, block = kNone, dynamic = kNone;  ///< questions for the launch line's values
  Questions questions;
};
/// `module`: of the text; `instance`: the entry of the template that the launch line names (CompileResult::entry).
/// Errors: it has no kernel, or not the one that is named; the launch gives a wrong number of arguments.
[[nodiscard]] Result<LaunchPlan> plan_launch(OwnText& text, std::shared_ptr<const ptx::Module> module,
                                             const std::string& instance);

/// All that a text and its compiler say: before anything is guessed.
struct AskedText : OwnText {
  Kernel stub;
  OptionValues options;
  std::shared_ptr<const CompileResult> compiled;
  LaunchPlan plan;
  Answers answers;
  std::string order;  ///< the sentence on the order of the shared arrays; empty if there is one at most
};

// What an OwnKernel has, from what is asked. A failure names the comment that is wrong.

[[nodiscard]] Result<OwnLaunch> launch_of(const AskedText& asked, const OwnGuess& guess);

/// A parameter with what it is given.
struct OwnArgument {
  ParameterSpec spec;
  OwnParameter shown;
  std::vector<std::byte> bytes;  ///< OwnKernel::scalars
};
[[nodiscard]] Result<std::vector<OwnArgument>> arguments_of(const AskedText& asked, const OwnGuess& guess,
                                                            const OwnLaunch& launch, std::vector<std::string>& notes);

/// Sets the output of a kernel whose parameters are known.
[[nodiscard]] Result<void> choose_output(const AskedText& asked, OwnKernel& own, Kernel& kernel);

/// Finds the tiles of a kernel whose launch is known, and the one that is shown.
[[nodiscard]] Result<void> choose_tile(const AskedText& asked, const OwnGuess& guess, OwnKernel& own, Kernel& kernel);

/// Sentences about comments that look as if meant for bankloom but have no effect, such as misspelt ones.
[[nodiscard]] std::vector<std::string> overlooked_remarks(const AskedText& asked);

}  // namespace bankloom::own
