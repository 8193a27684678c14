#include "core/wording/address_breakdown.h"
#include "core/base/language.h"
#include "core/catalog/element_type.h"
#include "core/wording/explanation_text.h"

#include <algorithm>
#include <bit>

namespace bankloom {
namespace {

TonedText plain(std::string text, Stands stands = Stands::nowhere) {
  return {std::move(text), TextTone::plain, false, stands};
}
TonedText toned(std::string text, TextTone tone) { return {std::move(text), tone, false}; }

/// A value with its tone, for a template: a translation puts it where its language wants it.
std::string marked(std::string_view text, TextTone tone) {
  return fmt::format("{}{}\4", static_cast<char>(tone), text);
}
/// Likewise the number of the word.
std::string marked_word(std::uint64_t word) { return fmt::format("\5{}\4", word); }
/// The line that such a template makes.
TonedLine toned_line(std::string_view text) {
  TonedLine line;
  while (!text.empty()) {
    const bool is_word = text.front() == '\5', is_marked = is_word || static_cast<unsigned char>(text.front()) < 4;
    const std::size_t end = std::min(is_marked ? text.find('\4') : text.find_first_of("\1\2\3\5"), text.size());
    const auto tone = is_marked && !is_word ? static_cast<TextTone>(text.front()) : TextTone::plain;
    line.push_back(toned(std::string(text.substr(is_marked ? 1 : 0, end - (is_marked ? 1 : 0))), tone));
    if (is_word) line.back().stands = Stands::word;
    text.remove_prefix(std::min(end + (is_marked ? 1 : 0), text.size()));
  }
  return line;
}

std::string first_and_last(std::uint64_t first, std::uint64_t last) {
  if (first == last) return fmt::format("{}", first);
  return last == first + 1 ? message("{} and {}", first, last) : message("{} to {}", first, last);
}

/// The lowest `digits` binary digits, in groups of four from the right.
std::string binary(std::uint64_t value, unsigned digits) {
  std::string text;
  for (unsigned digit = digits; digit-- > 0;) {
    text += ((value >> digit) & 1) != 0 ? '1' : '0';
    if (digit > 0 && digit % 4 == 0) text += ' ';
  }
  return text;
}

/// Binary digits of a value, in whole groups of four, at least eight.
unsigned shown_digits(std::uint64_t value) {
  return std::max(8u, (static_cast<unsigned>(std::bit_width(value)) + 3) / 4 * 4);
}

/// The address's bits in three groups: the high digits, `middle` and `low` digits; `names` are for the legend.
struct BitGroups {
  unsigned middle = 0, low = 0;
  std::string_view high_name = {}, middle_name = {}, low_name = {};
};
void split_bits(AddressBreakdown& result, std::uint64_t address, const BitGroups& groups) {
  const auto mask = [](unsigned digits) { return (std::uint64_t{1} << digits) - 1; };
  const std::uint64_t high = address >> (groups.middle + groups.low);
  TonedLine bits = {plain(message("byte {} = ", address)), {binary(high, shown_digits(high)), TextTone::row, true}};
  TonedLine legend = {toned(std::string(groups.high_name), TextTone::row)};
  if (groups.middle > 0) {
    // The digits of a bank are one number of up to 64, so they are not grouped.
    std::string digits = binary((address >> groups.low) & mask(groups.middle), groups.middle);
    std::erase(digits, ' ');
    bits.push_back({std::move(digits), TextTone::bank, true});
    legend.push_back(plain(" · "));
    legend.push_back(toned(std::string(groups.middle_name), TextTone::bank));
  }
  if (groups.low > 0) {
    std::string digits = binary(address & mask(groups.low), groups.low);
    std::erase(digits, ' ');
    bits.push_back({std::move(digits), TextTone::byte, true});
    legend.push_back(plain(" · "));
    legend.push_back(toned(std::string(groups.low_name), TextTone::byte));
  }
  result.bits = std::move(bits);
  result.legend = std::move(legend);
}

/// "bank = 288 mod 32 = 0", or for several words their banks.
TonedLine bank_line(const MachineModel& machine, std::uint64_t first, std::uint64_t last) {
  const auto bank = [&](std::uint64_t word) { return word % machine.banks; };
  if (first == last) {
    TonedLine line = toned_line(message("bank = {} mod {} = {}", marked_word(first), machine.banks,
                                        marked(fmt::format("{}", bank(first)), TextTone::bank)));
    for (TonedText& part : line) {
      if (part.tone == TextTone::bank) part.stands = Stands::bank;
    }
    return line;
  }
  // Successive words lie in successive banks, except where these wrap to 0.
  std::string banks;
  if (bank(last) == bank(first) + (last - first)) {
    banks = first_and_last(bank(first), bank(last));
  } else {
    std::vector<std::string> numbers;
    for (std::uint64_t word = first; word <= last; ++word) numbers.push_back(fmt::format("{}", bank(word)));
    banks = list_text(numbers);
  }
  return toned_line(
      message("banks = {} mod {} = {}", first_and_last(first, last), machine.banks, marked(banks, TextTone::bank)));
}

/// Which bytes of the words are accessed, unless it is all of them.
std::optional<TonedLine> byte_line(const MachineModel& machine, std::uint64_t address, unsigned bytes) {
  const std::uint64_t first = address % machine.bank_bytes;
  const std::uint64_t first_word = address / machine.bank_bytes;
  const std::uint64_t last_word = (address + bytes - 1) / machine.bank_bytes;
  if (first_word != last_word || bytes == machine.bank_bytes) return std::nullopt;
  const std::uint64_t last = first + bytes - 1;
  using namespace wording;
  return toned_line(say("{many:byte|bytes} {bytes} of the word's {all}", "many"_a = Case{first == last ? 0U : 1U},
                        "bytes"_a = marked(first_and_last(first, last), TextTone::byte), "all"_a = machine.bank_bytes)
                        .str());
}

/// The steps after the byte: word, bank, bits. `word_known`: the word's step was made already.
void add_bank_steps(AddressBreakdown& result, const MachineModel& machine, std::uint64_t address, unsigned bytes,
                    bool word_known) {
  const std::uint64_t first = address / machine.bank_bytes;
  const std::uint64_t last = (address + bytes - 1) / machine.bank_bytes;
  if (!word_known) {
    if (first == last) {
      result.steps.push_back(
          toned_line(message("word = {} / {} = {}", address, machine.bank_bytes, marked_word(first))));
    } else {
      result.steps.push_back({plain(message("words = {} / {} to {} / {} = {}", address, machine.bank_bytes,
                                            address + bytes - 1, machine.bank_bytes, first_and_last(first, last)))});
    }
  }
  result.steps.push_back(bank_line(machine, first, last));
  if (auto line = byte_line(machine, address, bytes)) result.steps.push_back(std::move(*line));
  result.first_bank = first % machine.banks;
  if (std::has_single_bit(machine.banks) && std::has_single_bit(machine.bank_bytes)) {
    split_bits(result, address,
               {static_cast<unsigned>(std::countr_zero(machine.banks)),
                static_cast<unsigned>(std::countr_zero(machine.bank_bytes)), "row in bank", "bank", "byte"});
    return;
  }
  const std::uint64_t row = first / machine.banks;
  result.steps.push_back(toned_line(
      message("{} = {} × {} + {}: {} and {}", first, marked(fmt::format("{}", row), TextTone::row), machine.banks,
              marked(fmt::format("{}", first % machine.banks), TextTone::bank),
              marked(translated("row in bank"), TextTone::row), marked(translated("bank"), TextTone::bank))));
}

/// The element of the matrix, or the piece of it, that lies there, with the bits of its column.
void add_swizzle_steps(AddressBreakdown& result, const TileGeometry& tile, const TileGeometry::Element& element,
                       const TileSwizzle& swizzle) {
  const std::uint64_t together = std::max(1u, swizzle.bytes / std::max(tile.element_bytes, 1u));
  const std::uint64_t column = element.column / together, turn = swizzle.turn(element.row), piece = column ^ turn;
  const std::uint64_t most = std::max(tile.columns / together, swizzle.turn(tile.rows - 1) + 1);
  const auto digits = std::max(1u, static_cast<unsigned>(std::bit_width(most - 1)));
  const auto bits = [&](std::uint64_t value, TextTone tone) {
    std::string words = binary(value, digits);
    std::erase(words, ' ');
    return TonedText{std::move(words), tone, true};
  };
  const TonedText shown = toned(fmt::format("{}", column), TextTone::bank);
  if (swizzle == TileSwizzle{tile.element_bytes}) {
    result.steps.push_back({plain(message("element (y, x) = ({}, {}): column = y ^ x = ", element.row, piece)), shown});
  } else {
    result.steps.push_back(
        {plain(message("piece (y, p) = ({}, {}): column = {} = ", element.row, piece, swizzle_formula(swizzle, "p"))),
         shown});
  }
  result.steps.push_back({bits(turn, TextTone::row), plain(" ^ "), bits(piece, TextTone::byte), plain(" = "),
                          bits(column, TextTone::bank)});
}

/// The byte of an element, by row and column. True where the word's step was made on the way.
bool add_element_steps(AddressBreakdown& result, const MachineModel& machine, const TileGeometry& tile,
                       const TileGeometry::Element& element) {
  const std::uint64_t index = element.row * tile.row_elements() + element.column;
  const bool words = tile.element_bytes == machine.bank_bytes && tile.base == 0;
  result.element = element;
  if (tile.rows == 1) {
    result.steps.push_back(
        toned_line(message("{} = index = {}", translated(words ? "word" : "element"), marked_word(index))));
  } else {
    const std::string width =
        tile.padding == 0 ? std::to_string(tile.columns) : fmt::format("({} + {})", tile.columns, tile.padding);
    result.steps.push_back({plain(fmt::format("{} = ", translated(words ? "word" : "element"))),
                            plain(std::to_string(element.row), Stands::row), plain(fmt::format(" × {} + ", width)),
                            plain(std::to_string(element.column), Stands::column), plain(" = "),
                            plain(std::to_string(index), Stands::word)});
  }
  if (words) return true;
  if (tile.base == 0) {
    result.steps.push_back(
        {plain(message("byte = {} × {} = {}", index, tile.element_bytes, index * tile.element_bytes))});
  } else {
    result.steps.push_back({plain(message("byte = {} + {} × {} = {}", tile.base, index, tile.element_bytes,
                                          tile.base + index * tile.element_bytes))});
  }
  return false;
}

std::string element_name(const TileGeometry& tile, const TileGeometry::Element& element) {
  // An array of one dimension has one index.
  if (tile.rows == 1) return fmt::format("{}[{}]", tile.name, element.column);
  return fmt::format("{}[{}][{}]", tile.name, element.row, element.column);
}

void add_global_steps(AddressBreakdown& result, const MachineModel& machine, std::uint64_t address, unsigned bytes,
                      const std::optional<GlobalElement>& element) {
  if (element && element->buffer_address % machine.line_bytes == 0) {
    // Lines and sectors are counted from the buffer's beginning: small numbers, the same in every run.
    result.title += fmt::format("{}[{}]", element->buffer, element->index);
    const std::uint64_t own = element->index * element->element_bytes;
    address -= element->buffer_address;
    if (address == own) {
      result.steps.push_back({plain(
          message("byte = {} × {} = {} of {}", element->index, element->element_bytes, address, element->buffer))});
    } else {
      result.steps.push_back({plain(message("byte = {} × {} + {} = {} of {}", element->index, element->element_bytes,
                                            address - own, address, element->buffer))});
    }
  } else {
    result.title += message("global 0x{:x}", address);
  }
  const std::uint64_t first = address / machine.sector_bytes;
  const std::uint64_t last = (address + bytes - 1) / machine.sector_bytes;
  const std::uint64_t sectors_a_line = machine.line_bytes / machine.sector_bytes;
  result.steps.push_back(
      toned_line(fmt::format("{} = {} / {} = {}", translated(first == last ? "sector" : "sectors"), address,
                             machine.sector_bytes, marked(first_and_last(first, last), TextTone::bank))));
  result.steps.push_back(toned_line(message("line = {} / {} = {}, sector {} of its {}", address, machine.line_bytes,
                                            marked(fmt::format("{}", address / machine.line_bytes), TextTone::row),
                                            first % sectors_a_line, sectors_a_line)));
  if (std::has_single_bit(machine.sector_bytes) && std::has_single_bit(machine.line_bytes)) {
    const auto low = static_cast<unsigned>(std::countr_zero(machine.sector_bytes));
    const auto line = static_cast<unsigned>(std::countr_zero(machine.line_bytes));
    // Device addresses have 40 bits and more; the line's number within 64 KiB is enough to see the pattern.
    constexpr std::uint64_t kShown = 0xffff;
    split_bits(result, address & kShown, {line - low, low, translated("line", "of a cache"), "sector", "byte"});
    if (address > kShown) (*result.bits)[0].text = message("last 16 bits of 0x{:x} = ", address);
  }
}

}  // namespace

AddressBreakdown cell_breakdown(const MachineModel& machine, const TileGeometry& tile,
                                const TileGeometry::Element& element, const std::optional<TileSwizzle>& swizzle) {
  AddressBreakdown result;
  result.title = element_name(tile, element);
  if (element.column >= tile.columns) result.title += translated(" · padding");
  if (swizzle) add_swizzle_steps(result, tile, element, *swizzle);
  const bool word_known = add_element_steps(result, machine, tile, element);
  add_bank_steps(result, machine, tile.address(element.row, element.column), tile.element_bytes, word_known);
  return result;
}

AddressBreakdown lane_breakdown(const MachineModel& machine, const TileGeometry* tile, Space space, unsigned lane,
                                std::uint64_t address, unsigned bytes, const std::optional<GlobalElement>& global,
                                const std::optional<TileSwizzle>& swizzle) {
  AddressBreakdown result;
  result.title = message("lane {} · ", lane);
  result.lane = lane;
  bytes = std::max(bytes, 1u);
  if (space == Space::global) {
    add_global_steps(result, machine, address, bytes, global);
    return result;
  }
  if (space != Space::shared) {
    result.title += message("{} memory, byte {}", translated(space_name(space)), address);
    return result;
  }
  const auto element = tile == nullptr ? std::nullopt : tile->element_at(address);
  // An address that is not an element's first byte begins with the byte.
  if (!element || tile->address(element->row, element->column) != address) {
    result.title += message("shared byte {}", address);
    add_bank_steps(result, machine, address, bytes, false);
    return result;
  }
  result.title += element_name(*tile, *element);
  if (element->column >= tile->columns) result.title += translated(" · padding");
  if (swizzle) add_swizzle_steps(result, *tile, *element, *swizzle);
  const bool word_known = add_element_steps(result, machine, *tile, *element) && bytes <= machine.bank_bytes;
  add_bank_steps(result, machine, address, bytes, word_known);
  return result;
}

std::optional<GlobalElement> global_element(const KernelRun& run, std::uint64_t address) {
  const auto found = run.element_at(address);
  if (!found) return std::nullopt;
  const auto& parameter = run.instance.parameters[found->parameter];
  const auto placed = std::ranges::find(run.buffers, found->parameter, &KernelRun::PlacedBuffer::parameter);
  return GlobalElement{parameter.name, found->index, static_cast<unsigned>(element_bytes(parameter.element)),
                       placed->address};
}

std::string breakdown_text(const TonedLine& line) {
  std::string text;
  bool after_bits = false;
  for (const TonedText& part : line) {
    if (after_bits && part.bits) text += " | ";
    text += part.text;
    after_bits = part.bits;
  }
  return text;
}

}  // namespace bankloom
