// The catalogue: lessons and kernels, which are folders in kernels/, read and checked at start.
//
// A kernel is a folder with kernel.cu (the text the learner sees and the compiler gets) and kernel.json (everything
// else). Adding a kernel adds a folder and no line of C++. assets/schema describes both kinds of JSON file.
//
// Expressions, here and in kernel.json, are those of expression.h. Their variables are the options
// (Option::is_variable()).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/dim3.h"
#include "core/base/result.h"
#include "core/catalog/expression.h"
#include "core/ptx/module.h"
#include "core/simt/fault.h"

namespace bankloom {

// CUDA C++ Programming Guide, "Technical Specifications per Compute Capability": the same for every device so far.
inline constexpr std::int64_t kMostBlockThreads = 1024;
inline constexpr std::array<std::int64_t, 3> kMostBlockExtent = {1024, 1024, 64};
inline constexpr std::array<std::int64_t, 3> kMostGridExtent = {2'147'483'647, 65'535, 65'535};

/// A buffer of more elements is a mistake in an expression rather than a wish.
inline constexpr std::int64_t kMostBufferElements = std::int64_t{1} << 28;

enum class OptionType : std::uint8_t { integer, choice };

/// A live control of a kernel. Its value becomes a definition for the compiler (-DIPAD=1).
struct Option {
  std::string name;  ///< "IPAD"
  OptionType type = OptionType::integer;
  std::string default_value;              ///< as text
  std::int64_t minimum = 0, maximum = 0;  ///< of an integer
  std::vector<std::string> values;        ///< of a choice
  std::string meaning;                    ///< one sentence

  /// True where expressions can name the option: an integer, or a choice among integers.
  [[nodiscard]] bool is_variable() const;
};

/// Option values by name, as text; complete and in range once made by resolve_options().
using OptionValues = std::map<std::string, std::string>;

/// All except scalars are buffers.
enum class ParameterKind : std::uint8_t { in, out, inout, scalar };

/// How a parameter of the entry is filled.
struct ParameterSpec {
  std::string name;
  ParameterKind kind = ParameterKind::in;
  ptx::Type element = ptx::Type::s32;
  Expression count = 1;               ///< buffers: number of elements
  Expression value;                   ///< scalars: the value; in and inout: element i, of the variable `i` too; an out
                                      ///< buffer is filled with zeros
  std::optional<Expression> columns;  ///< of a matrix, whose `value` may use the variables `row` and `col` too
};

/// The logical shape of the shared-memory tile, for drawing.
struct TileSpec {
  std::string name;                   ///< "tile"
  Expression rows, columns, padding;  ///< a row is columns + padding elements long
  ptx::Type element = ptx::Type::s32;
  /// What the elements are where an option has a value; of as many bytes as `element`.
  struct ElementCase {
    std::string option, value;
    ptx::Type element = ptx::Type::s32;
  };
  std::vector<ElementCase> elements = {};
  [[nodiscard]] ptx::Type element_at(const OptionValues& options) const;
};

struct OutputSpec {
  std::string parameter;     ///< name of the parameter that is the output; empty for an own kernel without one
  Expression rows, columns;  ///< their product is the parameter's count
  Expression rule;           ///< expected element, of the variables `row`, `col` and `i` (= row * columns + col) too
  Expression defined = 1;    ///< where the rule holds (not 0), of the same variables: a kernel that shows a mistake has
                             ///< no right output at the elements that the mistake spoils
  Expression divisor = 1;    ///< of f32 and f64 outputs: the element is rule / divisor, rounded
};

struct LaunchSpec {
  using Extent = std::array<Expression, 3>;  ///< x first
  Extent grid = {1, 1, 1}, block = {1, 1, 1};
  Expression dynamic_shared_bytes;
};

/// A condition on the options together ("BDIMX == BDIMY").
struct Constraint {
  Expression expression;  ///< not 0 if fulfilled
  std::string message;    ///< why, and what to change
};

/// A fault that the kernel demonstrates.
struct ExpectedFault {
  simt::FaultKind kind = simt::FaultKind::out_of_bounds;
  Expression when = 1;  ///< at which options (not 0) it happens
  int line = 0;         ///< of kernel.cu, from 1; 0 if not given
};

/// The kernel that another one is measured against: a copy with the same launch shape for a transpose.
struct BaselineSpec {
  std::string kernel;                         ///< folder name in the same lesson
  std::map<std::string, Expression> options;  ///< the options to set there
};

/// The same kernel with an xor swizzle of its tile: this one with an option set, or another one of the lesson.
struct SwizzledSpec {
  std::string kernel;  ///< folder name in the same lesson; "": this kernel
  /// The options to set there. Others keep their values in this kernel, and have their defaults in another one.
  std::map<std::string, Expression> options;
  Expression when = 1;  ///< at which options (not 0) the other one does the same
};

struct Kernel {
  std::string lesson;   ///< folder name: "square"
  std::string name;     ///< folder name: "setRowReadCol"
  std::string title;    ///< one line
  std::string summary;  ///< one or two sentences: what to see here
  int order = 0;        ///< place in its lesson
  /// "lesson/name" as it was called before: find_kernel() takes these, too, and nothing shows them.
  std::vector<std::string> formerly;
  std::string entry;  ///< function name (extern "C")
  std::vector<Option> options;
  LaunchSpec launch;
  std::vector<ParameterSpec> parameters;
  std::optional<TileSpec> tile;
  std::optional<std::size_t> padding_index;  ///< in options
  OutputSpec output;
  std::vector<Constraint> constraints;
  std::vector<ExpectedFault> expected_faults;
  std::string fixes;  ///< of a rung of a ladder: what it does better than the one before, in one sentence; "" elsewhere
  std::optional<Expression> traffic;     ///< bytes that must be read and written, for GB/s
  std::optional<Expression> operations;  ///< additions and multiplications that its task needs, for GFLOP/s
  OptionValues gpu;  ///< options to measure at where the defaults are small enough to be emulated at once
  /// Options that the lesson compares, to be measured and recorded in addition to the defaults and `gpu`.
  std::vector<OptionValues> recorded;
  /// Of a kernel of a ladder: options beside `gpu` at which it has further rows.
  std::vector<OptionValues> rungs;
  std::optional<BaselineSpec> baseline;
  std::optional<BaselineSpec> repaired;  ///< of a kernel that shows a mistake: the one that is right
  std::optional<SwizzledSpec> swizzled;
  std::string machine;  ///< name of the machine that it was made for; "": any
  std::filesystem::path source_path;
  std::string source;  ///< text of kernel.cu
  [[nodiscard]] std::string id() const { return lesson + "/" + name; }
  /// The option of that name; null if there is none.
  [[nodiscard]] const Option* option(const std::string& wanted) const;
  /// The option that is the padding; null if there is none.
  [[nodiscard]] const Option* padding() const { return padding_index ? &options[*padding_index] : nullptr; }
  /// The same if the tile's padding depends on it, which is not so in an own text with another tile.
  [[nodiscard]] const Option* row_padding() const {
    return tile && !tile->padding.used_variables().empty() ? padding() : nullptr;
  }
};

/// What a curve's points are: of a launch, bytes or operations in its time (Kernel::traffic, Kernel::operations), or
/// the time itself.
enum class CurveQuantity : std::uint8_t { bandwidth, rate, time };

/// Measured numbers of a lesson's kernels over one of their options.
struct CurveSpec {
  struct Line {
    std::string label;
    std::string kernel;    ///< folder name in the same lesson
    OptionValues where;    ///< its points: the kernel's `recorded` options that have these values
    Expression at;         ///< the place on the axis, of the options
    Expression per = 1;    ///< of a time: how many of what is timed a launch does one after the other
    Expression in_flight;  ///< of a bandwidth: bytes that a thread has in flight at a time; 0 where that is not known
  };
  std::string name;   ///< "bandwidth"
  std::string title;  ///< one line
  std::string axis;   ///< what the places on the axis are
  CurveQuantity quantity = CurveQuantity::time;
  bool is_chain = false;  ///< of loads from shared memory, for which core/analysis/shared_pipe.h has a model
  std::vector<Line> lines;
};

struct Lesson {
  std::string name;  ///< folder name
  std::string title;
  int order = 0;
  std::string summary;
  std::vector<CurveSpec> curves = {};
};

struct Catalog {
  std::vector<Lesson> lessons;  ///< by order, then name
  std::vector<Kernel> kernels;  ///< by lesson, then by own order, then by name
};

/// Reads and checks a kernels/ folder. Errors name file and field
/// ("kernels/square/x/kernel.json: options[2].min: must be a whole number"). Hidden files, and files outside of
/// the folders, are ignored.
[[nodiscard]] Result<Catalog> load_catalog(const std::filesystem::path& folder);

/// Adds the kernels of a folder of the same form to a catalogue, as lessons behind its own; a folder without kernels
/// and without a lesson.json is none. Errors: as for load_catalog(), and a lesson whose name is taken.
[[nodiscard]] Result<void> add_kernels(Catalog& catalog, const std::filesystem::path& folder);

/// A kernel from the text of its kernel.json and that of its kernel.cu (`source`). `file` is the path of the former,
/// .../LESSON/NAME/kernel.json, which gives the kernel's name and lesson and is the name in messages. Errors name file
/// and field. What only the whole catalogue shows (that kernels it names exist) is checked by load_catalog().
[[nodiscard]] Result<Kernel> parse_kernel(const std::string& text, const std::filesystem::path& file,
                                          std::string source);

/// "lesson/name", present or former, or a bare name where only one lesson has it (otherwise the error lists the
/// candidates). The error for an unknown name offers the nearest one. The pointer lives as long as the catalogue is
/// neither changed nor moved.
[[nodiscard]] Result<const Kernel*> find_kernel(const Catalog& catalog, const std::string& id);

/// Defaults overlaid with `chosen`; errors: unknown option (nearest name), not a number, out of range.
[[nodiscard]] Result<OptionValues> resolve_options(const Kernel& kernel, const OptionValues& chosen);

/// The values of an expression's variables at complete options; 0 for those that are not options (row and col).
[[nodiscard]] std::vector<std::int64_t> variable_values(const Expression& expression, const OptionValues& options);

/// The value at complete options. The error names the expression.
[[nodiscard]] Result<std::int64_t> evaluate(const Expression& expression, const OptionValues& options);

/// The kernel with the xor swizzle of `kernel` at these options, and the options to run it at (complete). Nothing if
/// the kernel names none, or none that does the same at these options.
[[nodiscard]] std::optional<std::pair<const Kernel*, OptionValues>> find_swizzled(const Catalog& catalog,
                                                                                  const Kernel& kernel,
                                                                                  const OptionValues& options);

/// A kernel at chosen options, evaluated except for the contents of its buffers.
struct KernelShape {
  const Kernel* kernel = nullptr;
  OptionValues options;
  Dim3 grid, block;
  std::uint32_t dynamic_shared_bytes = 0;
  struct Parameter {
    std::string name;
    bool is_buffer = true;
    ptx::Type element = ptx::Type::s32;
    std::uint64_t count = 1;          ///< elements
    std::uint64_t columns = 0;        ///< of a matrix; 0 if the kernel does not say that the buffer is one
    std::vector<std::byte> scalar{};  ///< little-endian; empty of a buffer

    [[nodiscard]] std::uint64_t byte_count() const;
  };
  std::vector<Parameter> parameters;  ///< in the order of the entry's parameters
  std::size_t output_parameter = 0;   ///< index in parameters; their number if there is no output (of 0 rows)
  std::uint64_t output_rows = 0, output_columns = 0;
  std::optional<std::uint64_t> tile_rows, tile_columns, tile_padding;
  std::set<simt::FaultKind> expected_faults;              ///< that these options provoke
  std::set<std::pair<simt::FaultKind, int>> fault_lines;  ///< the same with their lines (0: any)
  std::optional<std::uint64_t> traffic_bytes;             ///< read and written by one launch, if the kernel says so
  std::optional<std::uint64_t> operations;                ///< additions and multiplications, if the kernel says so
};

/// The same with the contents, ready to run.
struct KernelInstance : KernelShape {
  std::vector<std::vector<std::byte>> contents;  ///< of each parameter, as its buffer holds it; empty of a scalar

  /// The value of a parameter: the buffer's contents or the scalar.
  [[nodiscard]] const std::vector<std::byte>& bytes(std::size_t parameter) const {
    return parameters[parameter].is_buffer ? contents[parameter] : parameters[parameter].scalar;
  }
};

/// Evaluates launch shape, buffers and tile. Errors: a block of more than 1,024 threads and the like, or a constraint
/// that does not hold, in one sentence that names the options to change.
/// All cores fill large buffers; they poll `is_cancelled`, if there is one, and give up with an error if it says so.
[[nodiscard]] Result<KernelInstance> instantiate(const Kernel& kernel, const OptionValues& options,
                                                 const std::function<bool()>& is_cancelled = {});

/// The same without the contents, which is fast for large buffers, too.
[[nodiscard]] Result<KernelShape> instantiate_shape(const Kernel& kernel, const OptionValues& options);

/// Options at which a kernel that is chosen at these (complete) ones may have been measured, the likeliest first: at
/// its size for a GPU, then at further sizes of its `recorded`. All but the options of `gpu` are as they are here.
[[nodiscard]] std::vector<OptionValues> measured_sizes(const Kernel& kernel, const OptionValues& options);

/// The kernel that `kernel` is measured against and its options there, the others at their defaults; {nullptr, {}}
/// if it names none. Errors: a value that the option there does not take.
[[nodiscard]] Result<std::pair<const Kernel*, OptionValues>> find_baseline(const Catalog& catalog, const Kernel& kernel,
                                                                           const OptionValues& options);

/// The kernel that is right where `kernel` shows a mistake, and its options there; nothing if it names none, or
/// where these options do not fit it.
[[nodiscard]] std::optional<std::pair<const Kernel*, OptionValues>> find_repaired(const Catalog& catalog,
                                                                                  const Kernel& kernel,
                                                                                  const OptionValues& options);

/// The expected output as bytes of the output parameter's element type, by the kernel's rule; zeros where the rule
/// is not defined. Large outputs are computed by all cores; `is_cancelled` as for instantiate().
[[nodiscard]] Result<std::vector<std::byte>> expected_output(const KernelShape& instance,
                                                             const std::function<bool()>& is_cancelled = {});

/// For each element of the output: does the rule hold there (OutputSpec::defined)?
[[nodiscard]] Result<std::vector<bool>> expected_output_defined(const KernelShape& instance);

}  // namespace bankloom
