#include "core/simt/order_check.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <unordered_set>
#include <utility>

namespace bankloom::simt {
namespace {

/// Limit of warp instructions of a run that is repeated.
constexpr std::uint64_t kMostInstructions = 1'000'000;
/// Budget of a block of the reverse run: a lock may pass from thread to thread much longer in it.
constexpr std::uint64_t kReverseBudget = 20'000'000;

/// Records which thread wrote a byte of global memory last.
class WriterWatch final : public AccessObserver {
 public:
  explicit WriterWatch(std::uint64_t address) : address_(address) {}
  struct Writer {
    Dim3 block;
    std::uint32_t line = 0, ptx_line = 0, thread = 0;
  };
  [[nodiscard]] std::unique_ptr<AccessSink> make_sink() override { return std::make_unique<Sink>(*this); }
  void take(std::unique_ptr<AccessSink> sink) override { static_cast<void>(sink); }
  [[nodiscard]] const std::optional<Writer>& writer() const { return writer_; }

 private:
  class Sink final : public AccessSink {
   public:
    explicit Sink(WriterWatch& watch) : watch_(watch) {}
    void begin_block(std::uint64_t, const Dim3& block) override { block_ = block; }
    void access(const AccessHeader& header, const std::uint64_t* addresses) override {
      if (header.space != Space::global || header.op == AccessOp::load) return;
      for_each_lane(header.active, [&](unsigned lane) {
        if (watch_.address_ - addresses[lane] >= header.width) return;
        watch_.writer_ = Writer{block_, header.source_line, header.ptx_line, header.warp * kWarpSize + lane};
      });
    }

   private:
    WriterWatch& watch_;
    Dim3 block_{0, 0, 0};
  };

  std::uint64_t address_;
  std::optional<Writer> writer_;
};

/// Records where atomics add floating-point numbers: the last bits of the sums depend on the order, which is no fault.
class FloatSums final : public AccessObserver {
 public:
  explicit FloatSums(const Program& program) {
    for (const ptx::Function& function : module_of(program).functions) {
      for (const ptx::Instruction& instruction : function.body) {
        const bool is_atomic = ptx::traits_of(instruction.form->effect).memory == ptx::Memory::updates;
        const bool adds = instruction.has(".add") || instruction.modifier(".op") == ".add";
        if (is_atomic && adds && is_float(instruction.type())) lines_.insert(instruction.ptx_line);
      }
    }
  }
  [[nodiscard]] bool any() const { return !lines_.empty(); }
  [[nodiscard]] std::unique_ptr<AccessSink> make_sink() override { return std::make_unique<Sink>(*this); }
  void take(std::unique_ptr<AccessSink> sink) override { static_cast<void>(sink); }

  /// Whether the values at an address, a word of eight bytes or less, differ only by rounding: it is a sum, or was
  /// computed from one and is nearly the same.
  [[nodiscard]] bool explains(std::uint64_t address, std::span<const std::byte> one,
                              std::span<const std::byte> other) const {
    if (!any()) return false;
    return sums_.contains(address / kWord) || is_near<float>(one, other) || is_near<double>(one, other);
  }
  static constexpr std::uint64_t kWord = 8;

 private:
  class Sink final : public AccessSink {
   public:
    explicit Sink(FloatSums& sums) : sums_(sums) {}
    void begin_block(std::uint64_t, const Dim3&) override {}
    void access(const AccessHeader& header, const std::uint64_t* addresses) override {
      if (header.space != Space::global || !sums_.lines_.contains(header.ptx_line)) return;
      for_each_lane(header.active, [&](unsigned lane) {
        for (std::uint64_t at = addresses[lane]; at < addresses[lane] + header.width; at += 2) {
          sums_.sums_.insert(at / kWord);
        }
      });
    }

   private:
    FloatSums& sums_;
  };

  static bool is_float(ptx::Type type) {
    using ptx::Type;
    return type == Type::f32 || type == Type::f64 || type == Type::f16 || type == Type::bf16 || type == Type::f16x2 ||
           type == Type::bf16x2;
  }

  /// Whether both words are numbers of this type and differ by less than sums of many terms do.
  template <class Number>
  static bool is_near(std::span<const std::byte> one, std::span<const std::byte> other) {
    const double tolerance = sizeof(Number) == sizeof(float) ? 1e-3 : 1e-9;
    for (std::size_t at = 0; at + sizeof(Number) <= one.size(); at += sizeof(Number)) {
      if (std::memcmp(one.data() + at, other.data() + at, sizeof(Number)) == 0) continue;
      Number a = 0, b = 0;
      std::memcpy(&a, one.data() + at, sizeof a);
      std::memcpy(&b, other.data() + at, sizeof b);
      const double larger = std::max(std::abs(static_cast<double>(a)), std::abs(static_cast<double>(b)));
      // Whole numbers read as this type are tiny numbers, which no sum is.
      const auto smallest = static_cast<double>(std::numeric_limits<Number>::min());
      if (!std::isfinite(a) || !std::isfinite(b) || larger < smallest) return false;
      if (std::abs(static_cast<double>(a) - static_cast<double>(b)) > tolerance * larger) return false;
    }
    return true;
  }

  std::set<std::uint32_t> lines_;           ///< of the PTX
  std::unordered_set<std::uint64_t> sums_;  ///< words with sums, by their number
};

struct Difference {
  const Buffer* buffer = nullptr;
  std::size_t first = 0;  ///< byte
  std::size_t count = 0;  ///< bytes
};

Difference first_difference(const GlobalMemory& one, const GlobalMemory& other, const FloatSums& sums) {
  Difference found;
  for (std::size_t b = 0; b < one.size(); ++b) {
    const BufferBytes& left = one.buffer(b).bytes;
    const BufferBytes& right = other.buffer(b).bytes;
    if (left == right) continue;
    const std::uint64_t address = one.buffer(b).address;
    for (std::size_t i = 0; i < left.size(); ++i) {
      if (left[i] == right[i]) continue;
      const std::size_t word = i - std::min<std::size_t>(i, (address + i) % FloatSums::kWord);
      const std::size_t bytes = std::min<std::size_t>(FloatSums::kWord, left.size() - word);
      if (sums.explains(address + i, {left.data() + word, bytes}, {right.data() + word, bytes})) {
        i = word + bytes - 1;
        continue;
      }
      if (found.buffer == nullptr) {
        found.buffer = &one.buffer(b);
        found.first = i;
      }
      ++found.count;
    }
  }
  return found;
}

/// A race in global memory need not change the result; this one does, which is worth a report.
bool is_global_race(const Fault& fault) { return fault.kind == FaultKind::race && fault.space == Space::global; }

}  // namespace

bool order_can_be_checked(const LaunchConfig& config, const RunResult& result) {
  return std::ranges::all_of(result.faults, is_global_race) &&
         result.statistics.warp_instructions <= kMostInstructions && result.chosen_blocks == config.grid.count() &&
         (config.grid.count() > 1 || config.block.count() > kWarpSize);
}

std::vector<Fault> check_order(const Program& program, const LaunchConfig& config, const GlobalMemory& before,
                               const GlobalMemory& after) {
  LaunchConfig again = config;
  again.record.enabled = false;
  FloatSums sums(program);
  again.observer = sums.any() ? &sums : nullptr;
  again.control = nullptr;
  again.threads = 1;
  again.backwards = true;
  again.instruction_budget = std::min(config.instruction_budget, kReverseBudget);
  GlobalMemory reversed = before;
  auto reverse = run(program, reversed, again);
  if (!reverse) return {};
  // A wait that took too long proves nothing.
  if (std::ranges::any_of(reverse->faults, [](const Fault& fault) { return fault.kind == FaultKind::endless_loop; })) {
    return {};
  }
  std::erase_if(reverse->faults, is_global_race);
  if (!reverse->faults.empty()) return std::move(reverse->faults);
  const Difference difference = first_difference(after, reversed, sums);
  if (difference.buffer == nullptr) return {};

  Fault fault{.kind = FaultKind::order_dependent,
              .has_address = true,
              .space = Space::global,
              .address = difference.buffer->address + difference.first,
              .count = 1};
  WriterWatch watch(fault.address);
  again.backwards = false;
  again.observer = &watch;
  GlobalMemory repeated = before;
  static_cast<void>(run(program, repeated, again));
  if (watch.writer()) {
    fault.source_line = watch.writer()->line;
    fault.ptx_line = watch.writer()->ptx_line;
    fault.block = watch.writer()->block;
    fault.thread = delinearize(watch.writer()->thread, config.block);
  }
  FaultDetail& detail = fault.detail;
  detail.what = FaultCase::order_of_warps;
  detail.number = difference.count;
  detail.other_known = watch.writer().has_value();
  detail.part = {FaultPart::Kind::buffer, difference.buffer->name, difference.buffer->address,
                 difference.buffer->bytes.size()};
  return {std::move(fault)};
}

}  // namespace bankloom::simt
