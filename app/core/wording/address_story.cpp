#include "core/wording/address_story.h"
#include "core/catalog/element_type.h"
#include "core/wording/explanation_text.h"

#include <algorithm>
#include <bit>

namespace bankloom {
namespace {

StoryPart plain(std::string text) { return {std::move(text), StoryTone::plain, false}; }
StoryPart toned(std::string text, StoryTone tone) { return {std::move(text), tone, false}; }

std::string first_and_last(std::uint64_t first, std::uint64_t last) {
  if (first == last) return fmt::format("{}", first);
  return fmt::format("{} {} {}", first, last == first + 1 ? "and" : "to", last);
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

/// Digits that show a value in whole groups of four, at least eight.
unsigned shown_digits(std::uint64_t value) {
  return std::max(8u, (static_cast<unsigned>(std::bit_width(value)) + 3) / 4 * 4);
}

/// The address's bits in three groups: what is left, `middle` and `low` digits. `names` say what they are.
struct BitGroups {
  unsigned middle = 0, low = 0;
  const char *high_name = "", *middle_name = "", *low_name = "";
};
void split_bits(AddressStory& story, std::uint64_t address, const BitGroups& groups) {
  const auto mask = [](unsigned digits) { return (std::uint64_t{1} << digits) - 1; };
  const std::uint64_t high = address >> (groups.middle + groups.low);
  StoryLine bits = {plain(fmt::format("byte {} = ", address)),
                    {binary(high, shown_digits(high)), StoryTone::row, true}};
  StoryLine legend = {toned(groups.high_name, StoryTone::row)};
  if (groups.middle > 0) {
    // Groups of a bank's digits are not parted further: they are one number of up to 64.
    std::string digits = binary((address >> groups.low) & mask(groups.middle), groups.middle);
    std::erase(digits, ' ');
    bits.push_back({std::move(digits), StoryTone::bank, true});
    legend.push_back(plain(" · "));
    legend.push_back(toned(groups.middle_name, StoryTone::bank));
  }
  if (groups.low > 0) {
    std::string digits = binary(address & mask(groups.low), groups.low);
    std::erase(digits, ' ');
    bits.push_back({std::move(digits), StoryTone::byte, true});
    legend.push_back(plain(" · "));
    legend.push_back(toned(groups.low_name, StoryTone::byte));
  }
  story.bits = std::move(bits);
  story.legend = std::move(legend);
}

/// "bank = 288 mod 32 = 0", or for several words their banks.
StoryLine bank_line(const MachineModel& machine, std::uint64_t first, std::uint64_t last) {
  const auto bank = [&](std::uint64_t word) { return word % machine.banks; };
  if (first == last) {
    return {plain(fmt::format("bank = {} mod {} = ", first, machine.banks)),
            toned(fmt::format("{}", bank(first)), StoryTone::bank)};
  }
  // Words that follow each other lie in banks that do, except where these begin again at 0.
  std::string banks;
  if (bank(last) == bank(first) + (last - first)) {
    banks = first_and_last(bank(first), bank(last));
  } else {
    for (std::uint64_t word = first; word <= last; ++word) {
      if (word != first) banks += word == last ? " and " : ", ";
      banks += fmt::format("{}", bank(word));
    }
  }
  return {plain(fmt::format("banks = {} mod {} = ", first_and_last(first, last), machine.banks)),
          toned(std::move(banks), StoryTone::bank)};
}

/// Which bytes of the words are meant, where it is not all of them.
std::optional<StoryLine> byte_line(const MachineModel& machine, std::uint64_t address, unsigned bytes) {
  const std::uint64_t first = address % machine.bank_bytes;
  const std::uint64_t first_word = address / machine.bank_bytes;
  const std::uint64_t last_word = (address + bytes - 1) / machine.bank_bytes;
  if (first_word != last_word || bytes == machine.bank_bytes) return std::nullopt;
  const std::uint64_t last = first + bytes - 1;
  return StoryLine{plain(first == last ? "byte " : "bytes "), toned(first_and_last(first, last), StoryTone::byte),
                   plain(fmt::format(" of the word's {}", machine.bank_bytes))};
}

/// What follows once the byte is known: word, bank, bits. `word_known`: the word was reckoned already.
void tell_from_byte(AddressStory& story, const MachineModel& machine, std::uint64_t address, unsigned bytes,
                    bool word_known) {
  const std::uint64_t first = address / machine.bank_bytes;
  const std::uint64_t last = (address + bytes - 1) / machine.bank_bytes;
  if (!word_known) {
    if (first == last) {
      story.steps.push_back({plain(fmt::format("word = {} / {} = {}", address, machine.bank_bytes, first))});
    } else {
      story.steps.push_back({plain(fmt::format("words = {} / {} to {} / {} = {}", address, machine.bank_bytes,
                                               address + bytes - 1, machine.bank_bytes, first_and_last(first, last)))});
    }
  }
  story.steps.push_back(bank_line(machine, first, last));
  if (auto line = byte_line(machine, address, bytes)) story.steps.push_back(std::move(*line));
  story.first_bank = first % machine.banks;
  if (std::has_single_bit(machine.banks) && std::has_single_bit(machine.bank_bytes)) {
    split_bits(story, address,
               {static_cast<unsigned>(std::countr_zero(machine.banks)),
                static_cast<unsigned>(std::countr_zero(machine.bank_bytes)), "row in bank", "bank", "byte"});
    return;
  }
  const std::uint64_t row = first / machine.banks;
  story.steps.push_back({plain(fmt::format("{} = ", first)), toned(fmt::format("{}", row), StoryTone::row),
                         plain(fmt::format(" × {} + ", machine.banks)),
                         toned(fmt::format("{}", first % machine.banks), StoryTone::bank), plain(": "),
                         toned("row in bank", StoryTone::row), plain(" and "), toned("bank", StoryTone::bank)});
}

/// Which element of the matrix lies there, or which piece of it, and the bits that its column is made of.
void tell_swizzle(AddressStory& story, const TileGeometry& tile, const TileGeometry::Element& element,
                  const TileSwizzle& swizzle) {
  const std::uint64_t together = std::max(1u, swizzle.bytes / std::max(tile.element_bytes, 1u));
  const std::uint64_t column = element.column / together, turn = swizzle.turn(element.row), piece = column ^ turn;
  const std::uint64_t most = std::max(tile.columns / together, swizzle.turn(tile.rows - 1) + 1);
  const auto digits = std::max(1u, static_cast<unsigned>(std::bit_width(most - 1)));
  const auto bits = [&](std::uint64_t value, StoryTone tone) {
    std::string words = binary(value, digits);
    std::erase(words, ' ');
    return StoryPart{std::move(words), tone, true};
  };
  const StoryPart shown = toned(fmt::format("{}", column), StoryTone::bank);
  if (swizzle == TileSwizzle{tile.element_bytes}) {
    story.steps.push_back(
        {plain(fmt::format("element (y, x) = ({}, {}): column = y ^ x = ", element.row, piece)), shown});
  } else {
    story.steps.push_back({plain(fmt::format("piece (y, p) = ({}, {}): column = {} = ", element.row, piece,
                                             swizzle_formula(swizzle, "p"))),
                           shown});
  }
  story.steps.push_back({bits(turn, StoryTone::row), plain(" ^ "), bits(piece, StoryTone::byte), plain(" = "),
                         bits(column, StoryTone::bank)});
}

/// The byte of an element, by row and column. True where the word was reckoned on the way.
bool tell_element(AddressStory& story, const MachineModel& machine, const TileGeometry& tile,
                  const TileGeometry::Element& element) {
  const std::uint64_t index = element.row * tile.row_elements() + element.column;
  const bool words = tile.element_bytes == machine.bank_bytes && tile.base == 0;
  if (tile.rows == 1) {
    story.steps.push_back({plain(fmt::format("{} = index = {}", words ? "word" : "element", index))});
  } else {
    story.steps.push_back({plain(fmt::format("{} = {} × ({} + {}) + {} = {}", words ? "word" : "element", element.row,
                                             tile.columns, tile.padding, element.column, index))});
  }
  if (words) return true;
  if (tile.base == 0) {
    story.steps.push_back(
        {plain(fmt::format("byte = {} × {} = {}", index, tile.element_bytes, index * tile.element_bytes))});
  } else {
    story.steps.push_back({plain(fmt::format("byte = {} + {} × {} = {}", tile.base, index, tile.element_bytes,
                                             tile.base + index * tile.element_bytes))});
  }
  return false;
}

std::string element_name(const TileGeometry& tile, const TileGeometry::Element& element) {
  // An array of one dimension has one index.
  if (tile.rows == 1) return fmt::format("{}[{}]", tile.name, element.column);
  return fmt::format("{}[{}][{}]", tile.name, element.row, element.column);
}

void tell_global(AddressStory& story, const MachineModel& machine, std::uint64_t address, unsigned bytes,
                 const std::optional<GlobalElement>& element) {
  if (element && element->buffer_address % machine.line_bytes == 0) {
    // Lines and sectors can be counted from the buffer's beginning: small numbers, and the same in every run.
    story.title += fmt::format("{}[{}]", element->buffer, element->index);
    const std::uint64_t own = element->index * element->element_bytes;
    address -= element->buffer_address;
    if (address == own) {
      story.steps.push_back({plain(
          fmt::format("byte = {} × {} = {} of {}", element->index, element->element_bytes, address, element->buffer))});
    } else {
      story.steps.push_back({plain(fmt::format("byte = {} × {} + {} = {} of {}", element->index, element->element_bytes,
                                               address - own, address, element->buffer))});
    }
  } else {
    story.title += fmt::format("global 0x{:x}", address);
  }
  const std::uint64_t first = address / machine.sector_bytes;
  const std::uint64_t last = (address + bytes - 1) / machine.sector_bytes;
  const std::uint64_t sectors_a_line = machine.line_bytes / machine.sector_bytes;
  story.steps.push_back(
      {plain(fmt::format("{} = {} / {} = ", first == last ? "sector" : "sectors", address, machine.sector_bytes)),
       toned(first_and_last(first, last), StoryTone::bank)});
  story.steps.push_back({plain(fmt::format("line = {} / {} = ", address, machine.line_bytes)),
                         toned(fmt::format("{}", address / machine.line_bytes), StoryTone::row),
                         plain(fmt::format(", sector {} of its {}", first % sectors_a_line, sectors_a_line))});
  if (std::has_single_bit(machine.sector_bytes) && std::has_single_bit(machine.line_bytes)) {
    const auto low = static_cast<unsigned>(std::countr_zero(machine.sector_bytes));
    const auto line = static_cast<unsigned>(std::countr_zero(machine.line_bytes));
    // Device addresses have 40 digits and more; those of the line's number within 64 KiB are enough to see the pattern.
    constexpr std::uint64_t kShown = 0xffff;
    split_bits(story, address & kShown, {line - low, low, "line", "sector", "byte"});
    if (address > kShown) (*story.bits)[0].text = fmt::format("last 16 bits of 0x{:x} = ", address);
  }
}

}  // namespace

AddressStory tell_cell(const MachineModel& machine, const TileGeometry& tile, const TileGeometry::Element& element,
                       const std::optional<TileSwizzle>& swizzle) {
  AddressStory story;
  story.title = element_name(tile, element);
  if (element.column >= tile.columns) story.title += " · padding";
  if (swizzle) tell_swizzle(story, tile, element, *swizzle);
  const bool word_known = tell_element(story, machine, tile, element);
  tell_from_byte(story, machine, tile.address(element.row, element.column), tile.element_bytes, word_known);
  return story;
}

AddressStory tell_lane(const MachineModel& machine, const TileGeometry* tile, Space space, unsigned lane,
                       std::uint64_t address, unsigned bytes, const std::optional<GlobalElement>& global,
                       const std::optional<TileSwizzle>& swizzle) {
  AddressStory story;
  story.title = fmt::format("lane {} · ", lane);
  bytes = std::max(bytes, 1u);
  if (space == Space::global) {
    tell_global(story, machine, address, bytes, global);
    return story;
  }
  if (space != Space::shared) {
    story.title += fmt::format("{} memory, byte {}", space_name(space), address);
    return story;
  }
  const auto element = tile == nullptr ? std::nullopt : tile->element_at(address);
  // An address between two elements' beginnings is told from the byte on.
  if (!element || tile->address(element->row, element->column) != address) {
    story.title += fmt::format("shared byte {}", address);
    tell_from_byte(story, machine, address, bytes, false);
    return story;
  }
  story.title += element_name(*tile, *element);
  if (element->column >= tile->columns) story.title += " · padding";
  if (swizzle) tell_swizzle(story, *tile, *element, *swizzle);
  const bool word_known = tell_element(story, machine, *tile, *element) && bytes <= machine.bank_bytes;
  tell_from_byte(story, machine, address, bytes, word_known);
  return story;
}

std::optional<GlobalElement> global_element(const KernelRun& run, std::uint64_t address) {
  const auto found = run.element_at(address);
  if (!found) return std::nullopt;
  const auto& parameter = run.instance.parameters[found->parameter];
  const auto placed = std::find_if(run.buffers.begin(), run.buffers.end(), [&](const KernelRun::PlacedBuffer& buffer) {
    return buffer.parameter == found->parameter;
  });
  return GlobalElement{parameter.name, found->index, static_cast<unsigned>(element_bytes(parameter.element)),
                       placed->address};
}

std::string story_text(const StoryLine& line) {
  std::string text;
  bool after_bits = false;
  for (const StoryPart& part : line) {
    if (after_bits && part.bits) text += " | ";
    text += part.text;
    after_bits = part.bits;
  }
  return text;
}

}  // namespace bankloom
