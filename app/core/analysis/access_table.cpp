#include "core/analysis/access_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <optional>
#include <system_error>

#include "core/base/csv.h"
#include "core/base/language.h"
#include "core/base/text_lines.h"

namespace bankloom {
namespace {

constexpr std::array<std::string_view, 6> kColumns = {"id", "space", "op", "width", "mask", "offsets"};

/// A whole number without sign, decimal or hexadecimal with 0x; nothing if the text is not one.
std::optional<std::uint64_t> whole_number(std::string_view text) {
  int base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  }
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number, base);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return number;
}

struct Operation {
  AccessOp op = AccessOp::load;
  std::uint8_t matrices = 0;
};

std::optional<Operation> matrix_operation(std::string_view text) {
  for (const AccessOp op : {AccessOp::ldmatrix, AccessOp::stmatrix}) {
    const std::string_view name = access_op_name(op);
    if (!text.starts_with(name)) continue;
    const std::string_view count = text.substr(name.size());
    if (count == ".x1") return Operation{op, 1};
    if (count == ".x2") return Operation{op, 2};
    if (count == ".x4") return Operation{op, 4};
  }
  return std::nullopt;
}

/// Up to the next point; both are taken off the text.
std::string_view next_part(std::string_view& text) {
  const std::string_view part = text.substr(0, text.find('.'));
  text.remove_prefix(std::min(text.size(), part.size() + 1));
  return part;
}

/// Bytes of a type of PTX that atomics take; 0 of none.
unsigned type_bytes(std::string_view type) {
  if (type == "f16x2" || type == "bf16x2") return 4;
  if (type == "bf16") return 2;
  if (type.empty() || std::string_view("usbf").find(type.front()) == std::string_view::npos) return 0;
  const auto bits = whole_number(type.substr(1));
  return bits && *bits >= 16 && *bits <= 128 && std::has_single_bit(*bits) ? static_cast<unsigned>(*bits / 8) : 0;
}

/// What ptxas writes for "red.add.u32" and the like on shared memory (simt/atomic_form.h does it for PTX); nothing if
/// it is no atomic, or one of another width.
std::optional<AccessOp> atomic_operation(std::string_view text, Space space, std::uint64_t width) {
  constexpr std::array<std::string_view, 11> kNames = {"add", "sub", "inc", "dec",  "min", "max",
                                                       "and", "or",  "xor", "exch", "cas"};
  const std::string_view opcode = next_part(text);
  if (opcode != "red" && opcode != "atom" && opcode != "atomic") return std::nullopt;
  const AccessOp plain = opcode == "red" ? AccessOp::reduction : AccessOp::atomic;
  const std::string_view name = next_part(text), type = next_part(text), constant = next_part(text);
  if (!name.empty() && std::ranges::find(kNames, name) == kNames.end()) return std::nullopt;
  if (!type.empty() && type_bytes(type) != width) return std::nullopt;
  if (!constant.empty() && constant != "1") return std::nullopt;
  if (space == Space::global) return plain;
  if (name == "cas") return AccessOp::compare_swap;
  if (name == "exch") return plain;
  if (type == "f16x2" || type == "bf16x2") return AccessOp::generic_update_loop;
  if (width == 8 || type.starts_with('f') || type.starts_with("bf")) return AccessOp::update_loop;
  return opcode == "red" && name == "add" && type == "u32" && constant == "1" ? AccessOp::increment : plain;
}

std::optional<Operation> operation_of(std::string_view text, Space space, std::uint64_t width) {
  if (text == "ld" || text == "load") return Operation{AccessOp::load};
  if (text == "st" || text == "store") return Operation{AccessOp::store};
  if (const auto atomic = atomic_operation(text, space, width)) return Operation{*atomic};
  return matrix_operation(text);
}

/// One row's cells by column, with errors that name the place.
class Row {
 public:
  Row(const std::string& file, const CsvRow& row, const std::array<std::size_t, kColumns.size()>& positions)
      : file_(file), row_(row), positions_(positions) {}

  [[nodiscard]] Result<TableAccess> read() const {
    TableAccess result;
    result.id = cell(0);
    result.line = row_.line;
    MemoryAccess& access = result.access;

    const std::string_view space = cell(1);
    if (space != "shared" && space != "global")
      return wrong(1, "'{}' is not a space; use shared or global", excerpt(space));
    access.space = space == "shared" ? Space::shared : Space::global;

    const auto width = whole_number(cell(3));
    if (!width || *width == 0 || *width > 16 || !std::has_single_bit(*width)) {
      return wrong(3, "'{}' is not a number of bytes per lane; use 1, 2, 4, 8 or 16", excerpt(cell(3)));
    }
    const auto operation = operation_of(cell(2), access.space, *width);
    if (!operation) {
      return wrong(2,
                   "'{}' is not an operation of {} bytes per lane; use ld, st, ldmatrix.x1/.x2/.x4, "
                   "stmatrix.x1/.x2/.x4, red.OP.TYPE (as red.add.u32) or atom.OP.TYPE (as atom.add.f32)",
                   excerpt(cell(2)), *width);
    }
    access.op = operation->op;
    access.matrices = operation->matrices;
    if (access.matrices != 0 && access.space != Space::shared) {
      return wrong(2, "{} goes to shared memory only", cell(2));
    }

    if (access.matrices != 0 && *width != 16) return wrong(3, "{} moves rows of 16 bytes, found {}", cell(2), *width);
    access.width = static_cast<std::uint8_t>(*width);

    const auto mask = whole_number(cell(4));
    if (!mask || *mask > kAllLanes) {
      return wrong(4, "'{}' is not a set of 32 lanes; use a number such as 0xffffffff", excerpt(cell(4)));
    }
    access.active = static_cast<LaneMask>(*mask);
    TRY(read_offsets(access));
    return result;
  }

 private:
  [[nodiscard]] std::string_view cell(std::size_t column) const { return trim(row_.cells[positions_[column]]); }

  template <class... Args>
  [[nodiscard]] Failure wrong(std::size_t column, fmt::format_string<Args...> format, Args&&... args) const {
    return fail("{}: line {}, column '{}': {}", file_, row_.line, kColumns[column],
                message(format, std::forward<Args>(args)...));
  }

  [[nodiscard]] Result<void> read_offsets(MemoryAccess& access) const {
    constexpr std::size_t column = 5;
    std::string_view rest = cell(column);
    unsigned lane = 0;
    for (; !rest.empty(); ++lane) {
      const std::string_view text = rest.substr(0, rest.find_first_of(kBlanks));
      rest = trim(rest.substr(text.size()));
      if (lane >= kWarpSize) continue;  // counted for the message below
      const bool active = has_lane(access.active, lane);
      // An inactive lane's offset means nothing, so it may also be below the base.
      const auto number = whole_number(!active && text.starts_with('-') ? text.substr(1) : text);
      if (!number) return wrong(column, "'{}' of lane {} is not a byte offset", excerpt(text), lane);
      if (!active) continue;
      if (*number % access.width != 0) {
        return wrong(column, "{} of lane {} is not a multiple of the {} bytes per lane, so the access faults", *number,
                     lane, access.width);
      }
      constexpr std::uint64_t largest = std::uint64_t{1} << 62;
      if (*number > largest) return wrong(column, "{} of lane {} is too large", *number, lane);
      access.addresses[lane] = *number;
    }
    if (lane != kWarpSize) return wrong(column, "found {} offsets; there must be 32, one for each lane", lane);
    return {};
  }

  const std::string& file_;
  const CsvRow& row_;
  const std::array<std::size_t, kColumns.size()>& positions_;
};

/// What a table with update loops says besides; nothing of an access to global memory.
std::string loop_cells(const MemoryAccess& access, const RequestCounts& counts) {
  if (access.space != Space::shared) return ",,,";
  if (is_update_loop(access.op)) {
    return fmt::format(",{},{},{}", counts.phases, counts.load_wavefronts, counts.wavefronts - counts.load_wavefronts);
  }
  const bool loads = access.op == AccessOp::load || access.op == AccessOp::ldmatrix;
  return fmt::format(",{},{},{}", counts.requests, loads ? counts.wavefronts : 0,
                     is_atomic(access.op) ? counts.wavefronts : 0);
}

}  // namespace

Result<std::vector<TableAccess>> parse_access_table(std::string_view text, const std::string& file) {
  TRY(auto table, parse_csv(text, file));
  std::array<std::size_t, kColumns.size()> positions{};
  for (std::size_t column = 0; column < kColumns.size(); ++column) {
    const auto position = table.column(kColumns[column]);
    if (!position) {
      return fail("{}: line 1, column '{}': is missing; the header must name {}", file, kColumns[column],
                  join(kColumns, list_sign()));
    }
    positions[column] = *position;
  }
  std::vector<TableAccess> accesses;
  accesses.reserve(table.rows.size());
  for (const CsvRow& row : table.rows) {
    TRY(auto access, Row(file, row, positions).read());
    accesses.push_back(std::move(access));
  }
  return accesses;
}

std::string print_access_costs(const MachineModel& machine, const std::vector<TableAccess>& accesses) {
  const bool has_loops = std::ranges::any_of(accesses, [](const TableAccess& row) {
    return is_update_loop(row.access.op) && row.access.space == Space::shared;
  });
  std::string text = "id,requests,phases,wavefronts,bank_conflicts,sectors";
  text += has_loops ? ",instructions,wavefronts_load,wavefronts_atom\n" : "\n";
  for (const TableAccess& row : accesses) {
    const RequestCounts counts = count_request(machine, row.access);
    const std::string id = csv_cell(row.id);
    if (row.access.space == Space::shared) {
      text +=
          fmt::format("{},{},{},{},{},", id, counts.requests, counts.phases, counts.wavefronts, counts.bank_conflicts);
    } else {
      text += fmt::format("{},{},,,,{}", id, counts.requests, counts.sectors);
    }
    if (has_loops) text += loop_cells(row.access, counts);
    text += '\n';
  }
  return text;
}

}  // namespace bankloom
