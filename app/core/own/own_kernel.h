// OwnKernel: what was found in the text of an own kernel: its launch, its parameters and its tile.
//
// The window's way to it: Selection::with_text(side, source) takes a text, Runs::own_kernel(side) has the OwnKernel
// once the text was compiled, SideRun::failure the compiler's messages (Error::details: line and column of the
// text).
//
// Comments in the text say how it is launched; docs/OWN_KERNELS.md describes them:
//
//     // launch: transpose<<<dim3(N / 32, N / 32), dim3(32, 8), 0>>>(in, out, N)
//     // in: float[N][N] = i              a buffer: elements, what it is filled with (an expression of i, row, col)
//     // n: N * N                         a scalar
//     // output: out                      the buffer that is shown as the result
//     // tile: buffer[32][33]             the shape of a shared array whose declaration does not say it
//
// All of them are optional: a changed kernel of the catalogue keeps the description of its lesson as far as that fits,
// and a file gets defaults (OwnKernel::notes says which). The compiler evaluates the expressions in the comments, with
// the text's macros and constants.
//
// Not supported: kernels without a pointer parameter (there is no output), streams, clusters, parameters whose
// value is a pointer to a pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/own/own_source.h"

namespace bankloom {

/// The origin of a fact about an own kernel.
enum class OwnOrigin : std::uint8_t {
  text,    ///< a comment of the text, at its `line`
  lesson,  ///< the catalogue's kernel whose text was changed
  launch,  ///< a launch of a learner's program
  usual,   ///< a default, because nothing says it
};

struct OwnLaunch {
  OwnOrigin origin = OwnOrigin::usual;
  unsigned line = 0;  ///< 1-based, of the launch line; 0 if the text has none
  std::string text;   ///< "transpose<<<dim3(4, 4), 32>>>(in, out)": as written, or the line to add if there is none
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
};

/// A shared array that can be shown as the tile.
struct OwnTile {
  std::string name;
  std::string type;                   ///< of an element, as written: "float"; empty if the declaration was not found
  std::vector<std::uint64_t> extent;  ///< {32, 33}; empty if it is dynamic
  unsigned line = 0;                  ///< of its declaration, 0 if that was not found
  std::uint64_t bytes = 0;            ///< 0 if it is dynamic
  bool is_dynamic = false;
  bool takes_row = false;               ///< its declaration says no row: OwnSource::row_elements does
  std::uint64_t rows = 0, columns = 0;  ///< as it is shown: columns with padding
};

struct OwnParameter {
  OwnOrigin origin = OwnOrigin::usual;
  std::string name;
  std::string type;  ///< as written: "const float *"
  bool is_buffer = false;
  bool is_output = false;   ///< the one that is shown as the result
  unsigned line = 0;        ///< of the comment that describes it, 0 if there is none
  std::uint64_t count = 1;  ///< of a buffer's elements
  std::string comment{};    ///< "in: float[1024] = i": what a comment would say to mean the same
};

/// A default for what nothing says about a launch. Faults and figures depend on it.
struct OwnAssumption {
  enum class Kind : std::uint8_t {
    launch,  ///< the whole of it: grid, block, dynamic shared memory
    size,    ///< of a buffer, and with it what it holds
    value,   ///< of a scalar
  };
  Kind kind = Kind::launch;
  std::string name;         ///< of the parameter
  std::string taken;        ///< "k<<<1, 32>>>(in, out)"; the value
  std::uint64_t count = 0;  ///< elements of a buffer
  friend bool operator==(const OwnAssumption&, const OwnAssumption&) = default;
};

struct OwnKernel {
  OwnSource source;
  /// Everything evaluated: launch shape, buffers, tile, output. Lesson "own"; the options are the base's, or the
  /// definitions that were given.
  std::shared_ptr<const Kernel> kernel;
  std::shared_ptr<const CompileResult> compiled;  ///< of the unchanged text: PTX, warnings
  OwnLaunch launch;
  std::vector<OwnParameter> parameters;  ///< in the order of the entry's
  /// For each parameter the bytes of its value if it is a scalar that the compiler evaluated; else empty.
  std::vector<std::vector<std::byte>> scalars;
  std::vector<OwnTile> tiles;
  std::size_t tile = 0;  ///< index of the one that is shown; tiles.size() if there is none
  std::vector<OwnAssumption> assumed;
  std::vector<std::string> notes;  ///< sentences for the user: what was assumed, and what to write to change it
};

/// A guess, if neither the text nor the user says it.
struct OwnGuess {
  std::uint64_t growth = 1;         ///< elements of a buffer for each thread
  std::uint64_t shared_growth = 1;  ///< elements of dynamic shared memory for each thread of a block
  std::string tile;                 ///< the array that is shown; "": the first that is no single value
  bool with_zeros = false;          ///< buffers that nothing describes hold zeros, instead of 0, 1, 2, ...
};

namespace own {
struct AskedText;
}  // namespace own

/// All that a text and its compiler say. `chosen` are the base's options, or definitions for a file; `architecture` is
/// virtual. The text is compiled, and once more with questions for sizes and values (own_probe.h). A file with host
/// code, which the kernels' compiler refuses, is compiled like a program (CompileRequest::program) if there is nvcc.
/// Failures: the text does not compile; it is a whole program, whose launches only a run shows; a wrong comment
/// (diagnostics with its line).
[[nodiscard]] Result<std::shared_ptr<const own::AskedText>> ask_own_text(const OwnSource& source,
                                                                         const OptionValues& chosen,
                                                                         const std::string& architecture,
                                                                         const Catalog& catalog, Compiler& compiler);

/// The kernel, with guesses for what nothing says; needs no compiler. Failures: a wrong comment, or an impossible
/// launch (diagnostics with its line).
[[nodiscard]] Result<std::shared_ptr<const OwnKernel>> own_kernel_of(const own::AskedText& asked,
                                                                     const OwnGuess& guess = {});

/// A launch as the catalogue's kernels have it.
[[nodiscard]] LaunchSpec launch_spec(const Dim3& grid, const Dim3& block, std::uint32_t dynamic_bytes);

/// The catalogue's kernel whose text was changed; null if there is none.
[[nodiscard]] const Kernel* base_of(const OwnSource& source, const Catalog& catalog);

/// What can be shown before the text is compiled: id, title, options and text, as a Kernel without tile and parameters
/// (a changed kernel of the catalogue has those of its lesson).
[[nodiscard]] std::shared_ptr<const Kernel> own_kernel_stub(const OwnSource& source, const OptionValues& chosen,
                                                            const Catalog& catalog);

/// The file name in messages about the text (Diagnostic::file); other names are those of included files.
[[nodiscard]] std::string own_file_name(const OwnSource& source, const Catalog& catalog);

}  // namespace bankloom
