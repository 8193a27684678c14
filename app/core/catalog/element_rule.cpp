#include "core/catalog/element_rule.h"

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <numeric>
#include <thread>
#include <utility>

#include "core/base/language.h"
#include "core/catalog/element_type.h"

namespace bankloom {
namespace {

constexpr std::uint64_t kChunk = 4096;                    ///< elements evaluated together, which stay in the cache
constexpr std::uint64_t kShare = std::uint64_t{1} << 18;  ///< elements that are worth another thread

/// The variables of a rule at up to kChunk elements in a row.
class Places {
 public:
  explicit Places(const ElementRule& rule) : columns_(rule.columns) {
    for (const auto value : rule.variables) variables.push_back({value, nullptr});
    const auto& names = rule.value.variables();
    for (std::size_t which = 0; which < places_.size(); ++which) {
      const auto found = std::ranges::find(names, std::array{"row", "col", "i"}[which]);
      if (found != names.end()) places_[which] = &variables[static_cast<std::size_t>(found - names.begin())];
    }
  }

  /// Sets row, col and i for elements first to first + count - 1.
  void set(std::uint64_t first, std::size_t count) {
    std::iota(index_.begin(), index_.begin() + static_cast<std::ptrdiff_t>(count), static_cast<std::int64_t>(first));
    *places_[2] = {static_cast<std::int64_t>(first), index_.data()};
    const auto row = first / columns_, column = first % columns_;
    if (column + count <= columns_) {  // within one row: what depends on the row alone is computed once
      *places_[0] = {static_cast<std::int64_t>(row), nullptr};
      std::iota(column_.begin(), column_.begin() + static_cast<std::ptrdiff_t>(count),
                static_cast<std::int64_t>(column));
    } else {
      auto at_row = static_cast<std::int64_t>(row), at_column = static_cast<std::int64_t>(column);
      for (std::size_t i = 0; i < count; ++i) {
        row_[i] = at_row;
        column_[i] = at_column;
        if (++at_column == static_cast<std::int64_t>(columns_)) {
          at_column = 0;
          ++at_row;
        }
      }
      *places_[0] = {static_cast<std::int64_t>(row), row_.data()};
    }
    *places_[1] = {static_cast<std::int64_t>(column), column_.data()};
  }

  std::vector<Expression::Values> variables;

 private:
  std::uint64_t columns_;
  Expression::Values unused_;
  std::array<Expression::Values*, 3> places_{&unused_, &unused_, &unused_};
  std::array<std::int64_t, kChunk> row_, column_, index_;
};

/// Elements one after another: slow, but it finds which one is wrong and why.
std::optional<WrongElement> store_singly(const ElementRule& rule, std::uint64_t first, std::uint64_t last,
                                         ptx::Type type, std::span<std::byte> bytes, const std::vector<bool>* chosen) {
  const auto width = element_bytes(type);
  const auto places = std::make_unique<Places>(rule);
  std::vector<std::int64_t> variables(rule.variables.size());
  for (auto i = first; i < last; ++i) {
    if (chosen != nullptr && !(*chosen)[i]) continue;
    places->set(i, 1);
    std::ranges::transform(places->variables, variables.begin(), &Expression::Values::uniform);
    const auto value = rule.value.evaluate(variables);
    if (!value) return WrongElement{i, value.error().message};
    const auto unfit = store_elements(type, std::span(&*value, 1), rule.divisor, bytes.data() + i * width);
    if (unfit) return WrongElement{i, does_not_fit(type, *unfit)};
  }
  return std::nullopt;
}

std::optional<WrongElement> store_range(const ElementRule& rule, std::uint64_t first, std::uint64_t last,
                                        ptx::Type type, std::span<std::byte> bytes, const std::vector<bool>* chosen) {
  const auto width = element_bytes(type);
  const auto places = std::make_unique<Places>(rule);
  std::vector<std::int64_t> values(kChunk);
  for (auto at = first; at < last;) {
    if (rule.is_cancelled && rule.is_cancelled()) return WrongElement{at, message("its computation was cancelled")};
    // A chunk ends with its row where rows are long.
    const auto in_row = rule.columns - at % rule.columns;
    const auto count = std::min({kChunk, last - at, in_row >= kChunk / 8 ? in_row : kChunk});
    const auto part = std::span(values).first(count);
    const bool all_chosen =
        chosen == nullptr || std::all_of(chosen->begin() + static_cast<std::ptrdiff_t>(at),
                                         chosen->begin() + static_cast<std::ptrdiff_t>(at + count), std::identity{});
    if (all_chosen) places->set(at, count);
    if (!all_chosen || !rule.value.evaluate_many(places->variables, part) ||
        store_elements(type, part, rule.divisor, bytes.data() + at * width)) {
      if (auto wrong = store_singly(rule, at, at + count, type, bytes, chosen)) return wrong;
    }
    at += count;
  }
  return std::nullopt;
}

}  // namespace

std::optional<WrongElement> store_rule(const ElementRule& rule, std::uint64_t count, ptx::Type type,
                                       std::span<std::byte> bytes, const std::vector<bool>* chosen) {
  const std::uint64_t cores = std::max(1U, std::thread::hardware_concurrency());
  const auto shares = std::clamp<std::uint64_t>(count / kShare, 1, cores);
  if (shares == 1) return store_range(rule, 0, count, type, bytes, chosen);
  std::vector<std::optional<WrongElement>> wrong(shares);
  std::vector<std::thread> threads;
  threads.reserve(shares);
  for (std::uint64_t share = 0; share < shares; ++share) {
    threads.emplace_back([&, share] {
      wrong[share] = store_range(rule, count * share / shares, count * (share + 1) / shares, type, bytes, chosen);
    });
  }
  for (auto& thread : threads) thread.join();
  for (auto& first : wrong) {
    if (first) return std::move(first);
  }
  return std::nullopt;
}

}  // namespace bankloom
