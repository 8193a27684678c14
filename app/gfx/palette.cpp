#include "gfx/palette.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace bankloom::gfx {
namespace {

struct Counted {
  std::uint32_t colour = 0;
  double count = 0;
};

double channel_of(std::uint32_t colour, std::size_t channel) { return colour >> (8 * channel) & 0xFF; }

/// Similar colours, which are to become one.
struct Set {
  std::vector<Counted> colours;
  std::array<double, 3> mean{};
  double difference = 0;  ///< sum of the pixels' squared differences from the mean
  std::size_t widest = 0;

  explicit Set(std::vector<Counted> of) : colours(std::move(of)) {
    double pixels = 0;
    std::array<double, 3> squares{};
    for (const Counted& one : colours) {
      pixels += one.count;
      for (std::size_t i = 0; i < 3; ++i) mean.at(i) += one.count * channel_of(one.colour, i);
    }
    for (double& one : mean) one /= pixels;
    for (const Counted& one : colours) {
      for (std::size_t i = 0; i < 3; ++i)
        squares.at(i) += one.count * std::pow(channel_of(one.colour, i) - mean.at(i), 2);
    }
    for (const double one : squares) difference += one;
    widest = static_cast<std::size_t>(std::ranges::max_element(squares) - squares.begin());
    if (colours.size() == 1) difference = 0;
  }

  [[nodiscard]] std::uint32_t colour() const {
    double pixels = 0;
    for (const Counted& one : colours) pixels += one.count;
    const auto most = std::ranges::max_element(colours, {}, &Counted::count);
    if (most->count * 2 > pixels) return most->colour;
    std::uint32_t mixed = 0;
    for (std::size_t i = 0; i < 3; ++i) mixed |= static_cast<std::uint32_t>(std::lround(mean.at(i))) << (8 * i);
    return mixed;
  }
};

double distance(std::uint32_t a, std::uint32_t b) {
  double sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += std::pow(channel_of(a, i) - channel_of(b, i), 2);
  return sum;
}

}  // namespace

void ColourCounts::add(const Image& image) {
  // Pixels beside each other are mostly alike.
  std::uint32_t last = 0;
  std::uint64_t run = 0;
  const auto finish = [&] {
    if (run > 0) counts_[last & 0xFFFFFF] += run;
  };
  for (std::size_t at = 0; at < image.rgba.size(); at += 4) {
    std::uint32_t colour = 0;
    std::memcpy(&colour, image.rgba.data() + at, 4);
    if (colour != last) {
      finish();
      last = colour;
      run = 0;
    }
    run += colour >> 24 == 0 ? 0 : 1;
  }
  finish();
}

Palette make_palette(const ColourCounts& counts, std::size_t most) {
  std::vector<Counted> all;
  all.reserve(counts.by_colour().size());
  for (const auto& [colour, count] : counts.by_colour()) all.push_back({colour, static_cast<double>(count)});
  // The same from run to run, whatever order a hash table has.
  std::ranges::sort(all, {}, &Counted::colour);
  Palette palette;
  if (all.empty()) return palette;
  std::vector<Set> sets{Set(all)};
  while (sets.size() < most) {
    const auto worst = std::ranges::max_element(sets, {}, &Set::difference);
    if (worst->difference <= 0) break;
    const double middle = worst->mean.at(worst->widest);
    const auto upper = std::stable_partition(worst->colours.begin(), worst->colours.end(), [&](const Counted& one) {
      return channel_of(one.colour, worst->widest) <= middle;
    });
    Set above{{upper, worst->colours.end()}};
    worst->colours.erase(upper, worst->colours.end());
    *worst = Set(std::move(worst->colours));
    sets.push_back(std::move(above));
  }
  for (const Set& set : sets) palette.colours.push_back(set.colour());
  for (const Counted& one : all) {
    const auto nearest = std::ranges::min_element(palette.colours, {},
                                                  [&](std::uint32_t colour) { return distance(colour, one.colour); });
    palette.index[one.colour] = static_cast<std::uint8_t>(nearest - palette.colours.begin());
  }
  return palette;
}

}  // namespace bankloom::gfx
