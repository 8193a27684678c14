#include "reduce.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace bankloom::random {
namespace {

/// A kernel's text in three: what stays before and behind, and between them what can be taken away, in pieces: an
/// instruction, or a call from brace to brace.
struct Parts {
  std::string before;
  std::vector<std::string> pieces;
  std::string behind;

  [[nodiscard]] std::string text() const {
    std::string all = before;
    for (const std::string& piece : pieces) all += piece;
    return all + behind;
  }
};

/// Gives each register that serves within statements a value.
std::string filled_registers() {
  std::string text;
  for (int i = 0; i < 4; ++i) text += fmt::format("  mov.u32 %a{}, 0;\n", i);
  for (int i = 0; i < 8; ++i) text += fmt::format("  mov.u32 %count{}, 0;\n", i);
  text += "  mov.u64 %w0, %in;\n  mov.u64 %w1, 1;\n  mov.u64 %w2, %own;\n  mov.u64 %w3, 0;\n  mov.u32 %slot, %s;\n";
  for (int i = 0; i < 12; ++i) text += fmt::format("  setp.ne.u32 %p{}, %s, %s;\n", i);
  for (int i = 0; i < 4; ++i) text += fmt::format("  setp.ne.u32 %q{}, %s, %s;\n", i);
  return text + "  mov.f32 %g0, 0f00000000;\n  mov.f32 %g1, 0f00000000;\n";
}

Parts parts_of(std::string_view text) {
  enum class Place { before, registers, between, behind } place = Place::before;
  Parts parts;
  bool in_call = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string line(text.substr(0, end));
    text.remove_prefix(end);
    if (line.starts_with("  mov.u64 %own,")) place = Place::registers;
    if (place == Place::registers && line.find("%own") == std::string::npos) {
      place = Place::between;
      parts.before += filled_registers();
    }
    if (place == Place::between && line.find("st.global") != std::string::npos) place = Place::behind;
    if (place == Place::behind) {
      parts.behind += line;
    } else if (place != Place::between) {
      parts.before += line;
    } else if (in_call || (line.starts_with("L") && !parts.pieces.empty())) {
      parts.pieces.back() += line;  // a label stays with what is before it, and is kept when that goes
      if (line.starts_with("  }")) in_call = false;
    } else {
      parts.pieces.push_back(line);
      in_call = line.starts_with("  {");
    }
  }
  return parts;
}

/// The labels among a piece's lines: branches to them may be left.
std::string labels_of(std::string_view piece) {
  std::string labels;
  while (!piece.empty()) {
    const std::size_t end = std::min(piece.find('\n'), piece.size() - 1) + 1;
    if (piece.front() == 'L') labels += piece.substr(0, end);
    piece.remove_prefix(end);
  }
  return labels;
}

}  // namespace

RandomKernel reduce(const RandomKernel& kernel, const Shows& shows) {
  Parts parts = parts_of(kernel.ptx);
  RandomKernel least = kernel;
  least.ptx = parts.text();
  if (!shows(least)) return kernel;
  const auto without = [&](std::size_t first, std::size_t count) {
    Parts tried = parts;
    for (std::size_t i = first; i < std::min(first + count, tried.pieces.size()); ++i) {
      tried.pieces[i] = labels_of(tried.pieces[i]);
    }
    if (tried.text() == least.ptx) return false;
    RandomKernel candidate = least;
    candidate.ptx = tried.text();
    if (!shows(candidate)) return false;
    parts = std::move(tried);
    least = std::move(candidate);
    return true;
  };
  for (std::size_t count = std::max<std::size_t>(parts.pieces.size() / 2, 1);; count /= 2) {
    bool shorter = true;
    while (shorter) {
      shorter = false;
      for (std::size_t first = 0; first < parts.pieces.size(); first += count) shorter |= without(first, count);
    }
    if (count == 1) return least;
  }
}

}  // namespace bankloom::random
