// KernelRun: a kernel of the catalogue at chosen options, compiled, executed and analysed; and the way there.
//
// A run never changes, so threads share it. Its figures alone are a RunSummary, which is all that a row of a table
// needs: `std::make_shared<const RunSummary>(run)`. Not kept: what the kernel did to buffers other than its output.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/analysis/kernel_cost.h"
#include "core/base/result.h"
#include "core/catalog/catalog.h"
#include "core/compile/compiler.h"
#include "core/machine/machine_model.h"
#include "core/own/own_kernel.h"
#include "core/run/execute.h"
#include "core/simt/launch.h"

namespace bankloom {

/// The virtual architecture that kernels are compiled for if none is named.
inline constexpr const char* kDefaultArchitecture = "compute_90";

/// Where the kernel's tile lies in shared memory, and its shape. Elements are counted from 0; a row is
/// `columns + padding` elements long, the padding at its end.
struct TileGeometry {
  std::string name;            ///< of the variable: "tile"
  std::uint64_t rows = 0;      ///< at least 1
  std::uint64_t columns = 0;   ///< without padding, at least 1
  std::uint64_t padding = 0;   ///< elements at the end of each row that hold no data
  unsigned element_bytes = 4;  ///< 1, 2, 4, 8 or 16
  ptx::Type element = ptx::Type::s32;
  std::uint64_t base = 0;  ///< byte address of element [0][0] in the block's shared memory

  [[nodiscard]] std::uint64_t row_elements() const { return columns + padding; }
  [[nodiscard]] std::uint64_t bytes() const { return rows * row_elements() * element_bytes; }
  /// Byte address of an element; `row` < rows, `column` < row_elements().
  [[nodiscard]] std::uint64_t address(std::uint64_t row, std::uint64_t column) const {
    return base + (row * row_elements() + column) * element_bytes;
  }
  struct Element {
    std::uint64_t row = 0, column = 0;
    friend bool operator==(const Element&, const Element&) = default;
  };
  /// The element that holds the byte at a shared address; nothing if the tile does not lie there.
  [[nodiscard]] std::optional<Element> element_at(std::uint64_t address) const;
};

/// The figures of a kernel as compiled and executed, its costs on one machine.
struct RunSummary : Execution {
  KernelShape instance;                           ///< options, launch shape, parameters
  std::shared_ptr<const Kernel> kernel;           ///< what `instance.kernel` points to
  std::shared_ptr<const OwnKernel> own;           ///< of a text that is not the catalogue's; null elsewhere
  std::shared_ptr<const CompileResult> compiled;  ///< PTX and warnings
  std::shared_ptr<const simt::Program> program;
  std::optional<TileGeometry> tile;

  /// A buffer of the kernel and its address. No address belongs to two buffers.
  struct PlacedBuffer {
    std::size_t parameter = 0;  ///< index in instance.parameters
    std::uint64_t address = 0;  ///< device address of its first byte
  };
  std::vector<PlacedBuffer> buffers;  ///< in the order of the parameters

  // The output: rows * columns elements of `output_type`, row by row.
  std::string output_name;
  ptx::Type output_type = ptx::Type::s32;
  std::uint64_t output_rows = 0, output_columns = 0;
  std::uint64_t output_address = 0;   ///< device address of its first byte
  bool has_rule = false;              ///< the kernel's rule says something of some element
  std::uint64_t defined_count = 0;    ///< elements of which it does
  std::uint64_t different = 0;        ///< of these, elements that are not as the rule says, bit for bit
  std::uint64_t first_different = 0;  ///< index of the first of them
  /// This element, and what it should be; empty if all are right.
  std::vector<std::byte> first_output, first_expected;

  /// Faults that may come from what was assumed about an own kernel's launch (OwnKernel::assumed). They are shown as
  /// questions, and `faults` does not have them.
  std::vector<simt::Fault> questions;

  /// True where no fault was found and the output is what the rule says.
  [[nodiscard]] bool correct() const { return faults.empty() && different == 0; }
  /// An element of one of the buffers.
  struct BufferElement {
    std::size_t parameter = 0;  ///< index in instance.parameters
    std::uint64_t index = 0;
    friend bool operator==(const BufferElement&, const BufferElement&) = default;
  };
  /// The element that holds the byte at a device address; nothing if no buffer lies there.
  [[nodiscard]] std::optional<BufferElement> element_at(std::uint64_t address) const;
  /// The element of the output that holds the byte at a device address; nothing if the output does not lie there.
  [[nodiscard]] std::optional<std::uint64_t> output_at(std::uint64_t address) const;
};

/// A run with its data.
struct KernelRun : RunSummary {
  /// The accesses of recorded_blocks blocks from first_recorded on (all of them unless the grid is large, see
  /// RunSettings).
  Trace trace;
  std::vector<std::vector<std::byte>> inputs;  ///< what buffers held before the run, as KernelInstance::contents
  std::vector<std::byte> output;
  std::vector<std::byte> expected;  ///< by the kernel's rule, zeros if it says nothing
  std::vector<bool> defined;        ///< where the rule says something

  /// Bytes of memory that the run takes: its accesses, buffers and outputs; what is small beside them is left out.
  [[nodiscard]] std::size_t bytes() const;
};

/// What a run is before it runs: its text, its launch, its tile, and nothing that came of it.
[[nodiscard]] std::shared_ptr<const KernelRun> without_results(const KernelRun& run);
/// Compares a run's output with what is expected, once: outputs may have millions of elements.
void compare_output(KernelRun& run);
/// Where the tile that the kernel's description names lies; nothing if the program has no such array.
[[nodiscard]] std::optional<TileGeometry> locate_tile(const KernelShape& instance, const simt::Program& program);
/// Counts columns at the end of a tile's rows as padding if no recorded access touches them and they are few.
void find_padding(TileGeometry& tile, const Trace& trace);

/// What the compiler is asked for a kernel of the catalogue; `options` are complete.
[[nodiscard]] CompileRequest request_for(const Kernel& kernel, const OptionValues& options,
                                         const std::string& architecture);

/// A kernel of the catalogue at chosen options, compiled. `chosen` overlays the defaults.
struct CompiledKernel {
  KernelInstance instance;
  std::shared_ptr<const Kernel> kernel;
  std::shared_ptr<const CompileResult> compiled;
  std::shared_ptr<const OwnKernel> own = {};  ///< null for a kernel of the catalogue
};
/// `control` may end it, which is a failure; may be nullptr.
[[nodiscard]] Result<CompiledKernel> compile_kernel(std::shared_ptr<const Kernel> kernel, const OptionValues& chosen,
                                                    const std::string& architecture, Compiler& compiler,
                                                    const RunControl* control = nullptr);
/// The same of an own kernel, which is compiled already.
[[nodiscard]] Result<CompiledKernel> compile_kernel(std::shared_ptr<const OwnKernel> own, const OptionValues& chosen);

struct RunSettings {
  unsigned threads = 0;  ///< host threads of the emulator, 0: one a core
  /// Shows the progress of the run and may end it; may be nullptr.
  RunControl* control = nullptr;
  /// Only the first blocks with this many threads together are recorded, at least one: a view shows one block at a
  /// time. Costs are counted in all blocks.
  std::uint64_t recorded_threads = std::uint64_t{512} * 512;
  /// Of these blocks, only the first with this many accesses together, which take some 250 MB; of the first block, as
  /// many as fit.
  std::uint64_t recorded_accesses = 4'000'000;
  /// The linear index of the block that recording begins with, if the grid has more blocks than are recorded.
  std::uint64_t first_block = 0;
  /// As simt::LaunchConfig has it, for kernels of the catalogue whose rule gives every element of the output: of a
  /// larger launch a sample is executed, and the rule gives the elements that its blocks did not store.
  std::uint64_t most_work = 0;
  /// Bytes of dynamic shared memory in place of those that the launch asks for.
  std::optional<std::uint32_t> dynamic_shared_bytes = {};
};

/// A launch of a shape under these settings, without its arguments.
[[nodiscard]] Launch launch_of(const std::string& name, const KernelShape& shape, const RunSettings& settings);

/// Runs it and adds up what the accesses of all its blocks cost on the machine. Failures: the machine cannot launch it,
/// there is too little memory for its buffers, it was cancelled.
[[nodiscard]] Result<std::shared_ptr<const KernelRun>> run_kernel(CompiledKernel compiled, const MachineModel& machine,
                                                                  const RunSettings& settings = {});

/// A kernel that the catalogue owns, as a shared pointer; the catalogue must outlive it.
[[nodiscard]] std::shared_ptr<const Kernel> borrow_kernel(const Kernel& kernel);

}  // namespace bankloom
