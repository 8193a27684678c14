// Maker: the way from a text to an OwnKernel, step by step; used by make_own_kernel() alone.
//
// First what the text says (own_text.h), then what the compiler says of it (own_probe.h), then what is chosen where
// neither says anything (own_layout.h).
//
// Not supported: see own_kernel.h.
#pragma once

#include <array>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/own/own_kernel.h"
#include "core/own/own_layout.h"
#include "core/own/own_probe.h"
#include "core/own/own_text.h"
#include "core/ptx/module.h"
#include "core/simt/launch.h"

namespace bankloom::own {

inline constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
/// More elements are a mistake rather than a wish (instantiate() says the same).
inline constexpr std::uint64_t kMostElements = std::uint64_t{1} << 28;

/// An error whose sentence and whose one detail name a place of the text.
[[nodiscard]] Failure fail_at(const Part& place, const std::string& file, const std::string& sentence);

/// What the text says of a parameter, and where in the answers its values are.
struct Described {
  const own::Remark* remark = nullptr;
  std::optional<BufferText> buffer;
  std::array<std::size_t, 2> extent{kNone, kNone};
  std::size_t type = kNone;
  std::vector<std::pair<std::string, std::size_t>> names;  ///< in the value's expression, and their numbers
  std::size_t value = kNone;                               ///< of a scalar
  unsigned value_line = 0;
};

class Maker {
 public:
  Maker(const OwnSource& source, const Catalog& catalog, OwnGuess guess)
      : source_(source),
        guess_(std::move(guess)),
        file_(own_file_name(source, catalog)),
        facts_(own::read_text_facts(source.text)) {
    if (!source.base.empty()) {
      if (const auto found = find_kernel(catalog, source.base)) base_ = *found;
    }
    own_->source = source;
  }

  Result<std::shared_ptr<const OwnKernel>> make(Kernel stub, const OptionValues& options,
                                                const std::string& architecture, Compiler& compiler);

 private:
  void note(std::string sentence) { own_->notes.push_back(std::move(sentence)); }

  [[nodiscard]] const own::Remark* remark_of(const std::string& word) const;
  Result<void> read_launch();
  Result<void> compile(CompileRequest& request, Compiler& compiler);
  /// The text's own kernels; those of headers (CUB has one), too, where none is declared in so many words.
  [[nodiscard]] std::vector<std::string> find_entries() const;
  Result<void> choose_entry();

  /// The sentence for a kernel that is not there, which for a command speaks of its option.
  static std::string without_option(const std::string& message, const std::vector<std::string>& entries);
  [[nodiscard]] std::string name_of(std::size_t index) const;

  /// The name that the launch gives a parameter's argument; empty where it is no name.
  [[nodiscard]] std::string alias_of(std::size_t index) const;
  [[nodiscard]] bool is_written_pointer(std::size_t index) const;
  Result<void> question(const CompileRequest& request, Compiler& compiler);
  void remark_only(const own::Remark& remark, const std::string& how);
  void describe(std::size_t index);
  void describe_buffer(Described& described, const own::Remark& remark);

  // the launch

  Result<void> shape_launch();
  Result<void> extent(const char* what, const Part& place, const std::array<std::uint64_t, 3>& given,
                      const std::array<std::uint64_t, 3>& most, Dim3& result) const;
  Result<void> shape_unwritten_launch();
  [[nodiscard]] std::uint32_t usual_dynamic_bytes(const Dim3& block) const;

  // parameters

  [[nodiscard]] own::ParameterInfo info_of(std::size_t index) const;

  /// The lesson's description of a parameter, where it still fits: the same name, place and kind.
  [[nodiscard]] const ParameterSpec* lesson_spec(std::size_t index, const own::ParameterInfo& info) const;
  Result<void> fill_parameters();
  Result<void> fill_buffer(std::size_t index, const own::ParameterInfo& info, const own::ThreadCounts& threads,
                           bool is_output, ParameterSpec& spec, OwnParameter& shown);
  Result<void> fill_values(const Described& described, ParameterSpec& spec) const;
  static void replace_name(std::string& expression, const std::string& name, std::int64_t number);
  Result<void> fill_scalar(std::size_t index, const own::ParameterInfo& info, const own::ThreadCounts& threads,
                           ParameterSpec& spec, OwnParameter& shown);

  /// What a comment would say to mean the same.
  void describe_shown(const ParameterSpec& spec, OwnParameter& shown) const;

  // the output

  void note_order(const CompileRequest& request, Compiler& compiler);
  void note_growth();
  void note_assumptions();
  void note_remarks();
  Result<void> choose_output();

  // the tile

  Result<void> choose_tile();
  Result<void> check_tile_text();
  [[nodiscard]] bool names_tile(const OwnTile& tile) const;
  void shape_tile(OwnTile& tile, const own::ElementInfo& element) const;

  /// Whether the lesson's tile is as large as the array: its shape, and which elements are padding, holds then.
  [[nodiscard]] bool still_fits(const TileSpec& lesson, const OwnTile& tile) const;

  const OwnSource& source_;
  OwnGuess guess_;
  std::string file_;
  own::TextFacts facts_;
  const Kernel* base_ = nullptr;
  std::shared_ptr<OwnKernel> own_ = std::make_shared<OwnKernel>();
  Kernel kernel_;
  OptionValues options_;
  const own::Remark* launch_remark_ = nullptr;
  std::optional<own::LaunchText> launch_;
  std::shared_ptr<const ptx::Module> module_;
  std::string entry_, written_;
  const ptx::Function* function_ = nullptr;
  const own::KernelDeclaration* declared_ = nullptr;
  std::vector<simt::SharedArray> arrays_;
  own::Probe probe_;
  own::Probe::Answers answers_;
  std::size_t grid_ = kNone, block_ = kNone, dynamic_ = kNone;
  std::vector<Described> described_;
  std::optional<BufferText> tile_text_;
  std::array<std::size_t, 2> tile_extent_{kNone, kNone};
};

}  // namespace bankloom::own
