#include "core/analysis/access_table.h"

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

std::optional<Operation> operation_of(std::string_view text) {
  if (text == "ld" || text == "load") return Operation{AccessOp::load};
  if (text == "st" || text == "store") return Operation{AccessOp::store};
  if (text == "red" || text.starts_with("red.")) return Operation{AccessOp::reduction};
  if (text == "atom" || text == "atomic" || text.starts_with("atom.")) return Operation{AccessOp::atomic};
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

    const auto operation = operation_of(cell(2));
    if (!operation) {
      return wrong(
          2, "'{}' is not an operation; use ld, st, ldmatrix.x1/.x2/.x4, stmatrix.x1/.x2/.x4, red.add or atom.add",
          excerpt(cell(2)));
    }
    access.op = operation->op;
    access.matrices = operation->matrices;
    if (access.matrices != 0 && access.space != Space::shared) {
      return wrong(2, "{} goes to shared memory only", cell(2));
    }

    const auto width = whole_number(cell(3));
    if (!width || *width == 0 || *width > 16 || !std::has_single_bit(*width)) {
      return wrong(3, "'{}' is not a number of bytes per lane; use 1, 2, 4, 8 or 16", excerpt(cell(3)));
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
  std::string text = "id,requests,phases,wavefronts,bank_conflicts,sectors\n";
  for (const TableAccess& row : accesses) {
    const RequestCounts counts = count_request(machine, row.access);
    const std::string id = csv_cell(row.id);
    if (row.access.space == Space::shared) {
      text += fmt::format("{},{},{},{},{},\n", id, counts.requests, counts.phases, counts.wavefronts,
                          counts.bank_conflicts);
    } else {
      text += fmt::format("{},{},,,,{}\n", id, counts.requests, counts.sectors);
    }
  }
  return text;
}

}  // namespace bankloom
